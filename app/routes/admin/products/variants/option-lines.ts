import { z } from "zod"
import { OptionChanges } from "~/domain/catalog/variants/option-changes"
import { MAX_OPTIONS, MAX_VALUES, type ProductOption } from "~/domain/catalog/variants/variant"
import { textLines } from "~/domain/text/text-lines"

/** The values as lines of one text */
export const OptionLines = z.object({
  options: z
    .array(
      z.object({
        name: z.string().max(100).default(""),
        was: z.string().max(1).optional(),
        values: textLines(10_000, "Enter a value on each line", "These are too many values").default(""),
      }),
    )
    .max(MAX_OPTIONS)
    .default([]),
  /** `index:slug` of the value to name `renamed` */
  renames: z.string().max(70).optional(),
  renamed: z.string().trim().max(60, "The value has at most 60 characters").optional(),
  snapshot: z.string().max(30_000).default(""),
})
export type OptionLines = z.output<typeof OptionLines>

export function toOptionLines(options: readonly ProductOption[]): Pick<OptionLines, "options">["options"] {
  return Array.from({ length: MAX_OPTIONS }, (_, place) => {
    const option = options[place]
    return {
      name: option?.name ?? "",
      ...(option && { was: String(place) }),
      values: option?.values.map(({ name }) => name).join("\n") ?? "",
    }
  })
}

/** The value for each of `renames`, with its name for people */
export function renameChoices(options: readonly ProductOption[]): { value: string; label: string }[] {
  return options.flatMap(({ name, values }, place) =>
    values.map((value) => ({ value: `${place}:${value.slug}`, label: `${name}: ${value.name}` })),
  )
}

/** Omits options without name and values; an error names the field of the form. */
export const OptionEdit = OptionLines.transform(({ options, renames, renamed, snapshot }, context) => {
  const places = [...options.keys()].filter((place) => options[place]?.name.trim() || options[place]?.values.trim())
  const changes = places.map((place) => {
    const { name = "", was, values = "" } = options[place] ?? {}
    return { name, ...(was && { was }), values: linesOf(values).map((name) => ({ name })) }
  })
  const read = OptionChanges.safeParse(changes)
  if (read.success)
    return { changes: read.data, rename: renames && renamed ? { value: renames, name: renamed } : null, snapshot }
  for (const { path, message } of read.error.issues) {
    const [index, field = "name"] = path
    context.addIssue({ code: "custom", message, path: ["options", places[Number(index)] ?? 0, field] })
  }
  return z.NEVER
})

function linesOf(text: string): string[] {
  const lines = text.split("\n", 2 * MAX_VALUES + 1).map((line) => line.trim())
  return lines.filter((line) => line !== "")
}

/** The value keeps its key, and so its variants and addresses. */
export function withRename(
  changes: OptionChanges,
  before: readonly ProductOption[],
  rename: { value: string; name: string },
): OptionChanges {
  const [place, slug] = rename.value.split(":")
  const value = before[Number(place)]?.values.find((value) => value.slug === slug)
  if (!value) return changes
  return changes.map((option) => {
    if (String(option.was) !== place) return option
    const values = option.values.map((one) => (one.name === value.name ? { name: rename.name, slug: value.slug } : one))
    return { ...option, values }
  })
}

import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { line, lines } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import type { Categories } from "./categories"
import { MAX_CATEGORY_BODY, MAX_CATEGORY_NAME } from "./category"

/** Parses a filter to the category's current name, or `""`. */
export function knownCategory(categories: Categories) {
  return z
    .string()
    .catch("")
    .transform((text) => categories.find(text)?.name ?? "")
}

const Body = textLines(
  MAX_CATEGORY_BODY,
  "Please enter a text",
  `A description has at most ${MAX_CATEGORY_BODY} characters`,
)
  .refine(
    (body) => !body.includes("\0"),
    foreign("There is a character in the description that cannot be used", /^[^\0]$/),
  )
  .default("")

export const categoryRecord = record(
  {
    name: line({ label: "Name", hint: "Links with the old name lead to the new one." }, MAX_CATEGORY_NAME, {
      tooLong: `A category's name has at most ${MAX_CATEGORY_NAME} characters`,
    }),
    body: lines(
      {
        label: "Description",
        hint: "Shown above the products. You can use Markdown.",
        rows: 8,
        maxLength: MAX_CATEGORY_BODY,
      },
      Body,
    ),
  },
  { alsoCompared: ["pictures"], extra: { withoutPicture: z.boolean().optional() } },
)

export const CategoryForm = categoryRecord.form
export type CategoryForm = z.output<typeof CategoryForm>

/** What a stale edit is recognized by */
export function categoryTexts(category: { name: string; body: string; pictureId: string | null }) {
  return { ...categoryRecord.textsOf(category), pictures: category.pictureId ?? "" }
}

export const CategoryMove = z.object({
  id: ObjectId,
  direction: z.enum(["up", "down"], "Please press the button again"),
})
export type CategoryMove = z.output<typeof CategoryMove>

export const CategoryDeletion = z.object({ successor: ObjectId.or(z.literal("")).default("") })

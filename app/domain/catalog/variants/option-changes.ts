import { z } from "zod"
import { visibleLine } from "~/domain/text/visible-line"
import { wholeNumber } from "~/domain/validation/whole-number"
import { MAX_OPTIONS, MAX_VALUES } from "./variant"

export const Slug = z.string().regex(/^[^\s,]{1,60}$/, "This value is not known")

/** `was`: the option's index before the edit; without it, options are matched by name. */
export const OptionChanges = z
  .array(
    z.object({
      name: nameOf("name of the option", 40),
      was: wholeNumber(0, MAX_OPTIONS - 1, "This option is not known").optional(),
      values: z
        .array(z.object({ name: nameOf("value", 60), slug: Slug.optional() }))
        .min(1, "Please enter the values of the option")
        .max(MAX_VALUES, `An option has at most ${MAX_VALUES} values`),
    }),
  )
  .max(MAX_OPTIONS, `A product has at most ${MAX_OPTIONS} options`)
export type OptionChanges = z.output<typeof OptionChanges>

function nameOf(what: string, most: number) {
  return visibleLine(most, {
    missing: `Please enter the ${what}`,
    tooLong: `The ${what} has at most ${most} characters`,
    unprintable: `The ${what} contains a character that cannot be used`,
  })
}

import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { FormKey } from "~/domain/records/form-key"
import { foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import type { Categories } from "./categories"
import { MAX_CATEGORY_BODY, MAX_CATEGORY_NAME } from "./category"

/** Parses a filter to the category's current name, or `""`. */
export function knownCategory(categories: Categories) {
  return z
    .string()
    .catch("")
    .transform((text) => categories.find(text)?.name ?? "")
}

const CategorySnapshot = z.object({
  name: z
    .string()
    .max(MAX_CATEGORY_NAME * 2)
    .default(""),
  body: z
    .string()
    .max(MAX_CATEGORY_BODY * 2)
    .default(""),
  pictures: z.string().max(30).default(""),
})
export type CategorySnapshot = z.output<typeof CategorySnapshot>

export const CategoryForm = z.object({
  name: visibleLine(MAX_CATEGORY_NAME, {
    missing: "Please enter a name",
    tooLong: `A category's name has at most ${MAX_CATEGORY_NAME} characters`,
    unprintable: "There is a character in the name that cannot be used",
  }),
  body: textLines(MAX_CATEGORY_BODY, "Please enter a text", `A text has at most ${MAX_CATEGORY_BODY} characters`)
    .refine((body) => !body.includes("\0"), foreign("There is a character in the text that cannot be used", /^[^\0]$/))
    .default(""),
  withoutPicture: z.boolean().optional(),
  snapshot: CategorySnapshot.optional(),
  formKey: FormKey,
})

export const CategoryMove = z.object({
  id: ObjectId,
  direction: z.enum(["up", "down"], "Please press the button again"),
})
export type CategoryMove = z.output<typeof CategoryMove>

export const CategoryDeletion = z.object({ successor: ObjectId.or(z.literal("")).default("") })

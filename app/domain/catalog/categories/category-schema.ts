import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { isPrintable, isVisible, unprintable } from "~/domain/text/line-of-text"
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
  name: z
    .string("Please enter a name")
    .trim()
    .min(1, { error: "Please enter a name", abort: true })
    .max(MAX_CATEGORY_NAME, { error: `A category's name has at most ${MAX_CATEGORY_NAME} characters`, abort: true })
    .refine(isPrintable, unprintable("There is a character in the name that cannot be used"))
    .refine(isVisible, "Please enter a name"),
  body: z
    .string("Please enter a text")
    .max(MAX_CATEGORY_BODY, { error: `A text has at most ${MAX_CATEGORY_BODY} characters`, abort: true })
    .overwrite((body) => body.replaceAll("\r\n", "\n").trim())
    .refine((body) => !body.includes("\0"), "There is a character in the text that cannot be used")
    .default(""),
  withoutPicture: z.boolean().optional(),
  snapshot: CategorySnapshot.optional(),
})

export const CategoryMove = z.object({
  id: ObjectId,
  direction: z.enum(["up", "down"], "Please press the button again"),
})
export type CategoryMove = z.output<typeof CategoryMove>

export const CategoryDeletion = z.object({ successor: ObjectId.or(z.literal("")).default("") })

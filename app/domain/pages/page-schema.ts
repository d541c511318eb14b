import { z } from "zod"
import { isPrintable, isVisible, unprintable } from "~/domain/text/line-of-text"
import { versionSchema } from "../settings/settings-schema"
import { MAX_BODY, MAX_TITLE } from "./page"
import { countPlaceholders, MAX_PLACEHOLDERS } from "./placeholders"

export const PageForm = z.object({
  version: versionSchema,
  /** Present if the preview's button was pressed */
  preview: z.string("Please press the button again").max(10, "Please press the button again").optional(),
  title: z
    .string("Please enter a title")
    .max(MAX_TITLE, { error: `A title has at most ${MAX_TITLE} characters`, abort: true })
    .trim()
    .min(1, { error: "Please enter a title", abort: true })
    .refine(isPrintable, unprintable("There is a character in the title that cannot be used"))
    .refine(isVisible, "Please enter a title"),
  body: z
    .string("Please enter a text")
    .max(MAX_BODY, { error: `A page has at most ${MAX_BODY} characters`, abort: true })
    .overwrite((body) => body.replaceAll("\r\n", "\n").trim())
    .min(1, "Please enter a text")
    .refine((body) => !body.includes("\0"), "There is a character in the text that cannot be used")
    .refine((body) => countPlaceholders(body) <= MAX_PLACEHOLDERS, {
      error: `A page has at most ${MAX_PLACEHOLDERS} places for settings`,
    }),
})
export type PageForm = z.output<typeof PageForm>

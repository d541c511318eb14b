import { z } from "zod"
import { versionSchema } from "../settings/settings-schema"
import { MAX_BODY, MAX_TITLE } from "./page"
import { countPlaceholders, MAX_PLACEHOLDERS } from "./placeholders"

/** What the editor of a page sends. */
export const PageForm = z.object({
  seen: versionSchema,
  /** The button that shows the text instead of saving it. */
  preview: z.string("Please press the button again").max(10, "Please press the button again").optional(),
  title: z
    .string("Please enter a title")
    .max(MAX_TITLE, { error: `A title has at most ${MAX_TITLE} characters`, abort: true })
    .trim()
    .min(1, "Please enter a title")
    .refine(
      (title) => !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(title),
      "There is a character in the title that cannot be used",
    ),
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

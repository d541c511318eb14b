import { z } from "zod"
import { versionSchema } from "~/domain/records/record-version"
import { foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import { MAX_BODY, MAX_TITLE } from "./page"
import { countPlaceholders, MAX_PLACEHOLDERS } from "./placeholders"

export const PageForm = z.object({
  version: versionSchema,
  /** Present if the preview button was pressed */
  preview: z.string("Please press the button again").max(10, "Please press the button again").optional(),
  title: visibleLine(MAX_TITLE, {
    missing: "Please enter a title",
    tooLong: `A title has at most ${MAX_TITLE} characters`,
    unprintable: "There is a character in the title that cannot be used",
  }),
  body: textLines(MAX_BODY, "Please enter a text", `A page has at most ${MAX_BODY} characters`)
    .min(1, "Please enter a text")
    .refine((body) => !body.includes("\0"), foreign("There is a character in the text that cannot be used", /^[^\0]$/))
    .refine((body) => countPlaceholders(body) <= MAX_PLACEHOLDERS, {
      error: `A page has at most ${MAX_PLACEHOLDERS} places for settings`,
    }),
})
export type PageForm = z.output<typeof PageForm>

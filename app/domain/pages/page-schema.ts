import { z } from "zod"
import { line, lines } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { MAX_BODY, MAX_TITLE } from "./page"
import { countPlaceholders, MAX_PLACEHOLDERS } from "./placeholders"

const Body = textLines(MAX_BODY, "Please enter a text", `A page has at most ${MAX_BODY} characters`)
  .min(1, "Please enter a text")
  .refine((body) => !body.includes("\0"), foreign("There is a character in the text that cannot be used", /^[^\0]$/))
  .refine((body) => countPlaceholders(body) <= MAX_PLACEHOLDERS, {
    error: `A page has at most ${MAX_PLACEHOLDERS} placeholders`,
  })

export const pageRecord = record(
  {
    title: line({ label: "Title" }, MAX_TITLE, {
      noun: "title",
      tooLong: `A title has at most ${MAX_TITLE} characters`,
    }),
    body: lines({ label: "Text", hint: "You can use Markdown.", rows: 20, maxLength: MAX_BODY, required: true }, Body),
  },
  {
    comparedBy: "version",
    extra: {
      /** Present if the preview button was pressed */
      preview: z.string("Please press the button again").max(10, "Please press the button again").optional(),
    },
  },
)

export const PageForm = pageRecord.form
export type PageForm = z.output<typeof PageForm>

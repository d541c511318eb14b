import { z } from "zod"
import { text } from "~/domain/records/fields"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"

const NO_DAY = "Please enter a day from 2000 to 2999, such as 2026-12-24"
const IN_DAY = /^[\d-]$/

export const CatalogDay = codeText(100, NO_DAY, NO_DAY, cleanNumber).transform((text, context) => {
  if (text === "") return null
  if (z.iso.date().safeParse(text).success && /^2\d{3}-/.test(text)) return text
  context.addIssue({ code: "custom", message: withForeignCharacter(NO_DAY, text, IN_DAY) })
  return z.NEVER
})

/** An optional day, which the room writes as a moment itself */
export function dayField(shown: Parameters<typeof text>[0]) {
  return text({ type: "date", ...shown }, CatalogDay.default(null), { kind: "day" })
}

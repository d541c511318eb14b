import { z } from "zod"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"

const NEXT_NUMBER = "Enter a number such as 1042"

const NextNumber = codeText(10, NEXT_NUMBER, "A number has at most nine digits", cleanNumber)
  .regex(/^#?[1-9]\d{0,8}$/, foreign(NEXT_NUMBER, /^[#\d]$/))
  .transform((text) => Number(text.replace("#", "")))
  .optional()

export const NumbersForm = z.object({ order: NextNumber, invoice: NextNumber, creditNote: NextNumber })

import { z } from "zod"

const NEXT_NUMBER = "Enter a number such as 1042"

const NextNumber = z
  .string(NEXT_NUMBER)
  .trim()
  .max(10, { error: "A number has at most nine digits", abort: true })
  .regex(/^#?[1-9]\d{0,8}$/, NEXT_NUMBER)
  .transform((text) => Number(text.replace("#", "")))
  .optional()

export const NumbersForm = z.object({ order: NextNumber, invoice: NextNumber, creditNote: NextNumber })

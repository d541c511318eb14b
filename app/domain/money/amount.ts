import { z } from "zod"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { toCents } from "./format-money"
import type { Cents } from "./money"

const AMOUNT = "Enter an amount such as 12.50"

/** A comma may be a decimal or a thousands separator, so it is refused with an example of the format. */
export function amountRefusal(typed: string | number, otherwise = AMOUNT): string {
  const text = cleanNumber(String(typed).slice(0, 100))
  if (text.includes(",")) return "Write an amount with a point and no comma, such as 1250.00 or 12.50"
  return typeof typed === "number" ? otherwise : withForeignCharacter(otherwise, text, /^[-\d.$€£]$/)
}

interface AmountRange {
  least?: Cents
  most?: Cents
  /** The message for any other input */
  otherwise?: string
}

export function readAmount({ least = 0, most = Number.POSITIVE_INFINITY, otherwise }: AmountRange = {}) {
  return (typed: string | number, context: z.RefinementCtx<string | number>): Cents => {
    const cents = toCents(typed)
    if (cents !== null && cents >= least && cents <= most) return cents
    context.addIssue({ code: "custom", message: amountRefusal(typed, otherwise) })
    return z.NEVER
  }
}

export const Amount = z.string(AMOUNT).max(100, AMOUNT).transform(readAmount())

/** Null for an empty text */
export function optionalAmount(range: AmountRange) {
  const read = readAmount({ most: 99_999_999, ...range })
  return codeText(20, "Please enter an amount", "At most 20 characters", cleanNumber)
    .default("")
    .transform((typed, context) => (typed === "" ? null : read(typed, context)))
}

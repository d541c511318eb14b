import { z } from "zod"
import { toCents } from "./format-money"
import type { Cents } from "./money"

const AMOUNT = "Enter an amount such as 12.50"

/** A comma may stand before the cents or between thousands, so it is refused with how to write the amount. */
export function amountRefusal(typed: string | number, otherwise = AMOUNT): string {
  return String(typed).includes(",") ? "Write an amount with a point and no comma, such as 1250.00 or 12.50" : otherwise
}

interface AmountRange {
  least?: Cents
  most?: Cents
  /** The message for anything else */
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
  return z
    .string("Please enter an amount")
    .trim()
    .max(20, "At most 20 characters")
    .default("")
    .transform((typed, context) => (typed === "" ? null : read(typed, context)))
}

import { z } from "zod"
import { ObjectId } from "../object-id"
import { sentNumber } from "../validation/sent-number"

/** Never stored, never logged. */
export interface Card {
  number: string
  expMonth: number
  expYear: number
  cvc: string
}

const number = z
  .string("Enter a card number")
  .max(50, { error: "A card number has 12 to 19 digits", abort: true })
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, "Enter a card number")
      .regex(/^\d{12,19}$/, "A card number has 12 to 19 digits")
      .refine(passesLuhn, "This card number is not valid: please check its digits"),
  )

const cvc = z
  .string("Enter the security code")
  .max(50, { error: "The security code has 3 or 4 digits", abort: true })
  .trim()
  .regex(/^\d{3,4}$/, "The security code has 3 or 4 digits")

const expiry = z
  .string("Enter the expiry date")
  .max(50, { error: "Enter the expiry date as month and year, such as 12/30", abort: true })
  .trim()
  .transform((text, context) => {
    const match = /^(\d{1,2})(?:\s*\/)?\s*(\d{2}|\d{4})$/.exec(text)
    const month = Number(match?.[1])
    if (match?.[2] && month >= 1 && month <= 12) return { month, year: 2000 + (Number(match[2]) % 100) }
    context.addIssue({ code: "custom", message: "Enter the expiry date as month and year, such as 12/30" })
    return z.NEVER
  })

/** The checkout that the page showed, so that no other one is paid. */
const checkout = ObjectId.nullable().default(null)

export const CardFields = z.object({ number, expiry, cvc, checkout }).transform(({ number, expiry, cvc, checkout }) => {
  const card: Card = { number, cvc, expMonth: expiry.month, expYear: expiry.year }
  return { card, checkout }
})

export const PaymentFields = z.object({ checkout })

const wholeNumber = (message: string, min: number, max: number) =>
  sentNumber(z.coerce.number(message).int(message).min(min, message).max(max, message))

export const CardJson = z
  .object(
    {
      number,
      cvc: z.coerce.string().pipe(cvc),
      exp_month: wholeNumber("exp_month must be a month from 1 to 12", 1, 12),
      exp_year: wholeNumber("exp_year must be a year such as 2030", 0, 9999),
    },
    "Please send the card's number, exp_month, exp_year and cvc",
  )
  .transform(
    (card): Card => ({
      number: card.number,
      cvc: card.cvc,
      expMonth: card.exp_month,
      expYear: card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year,
    }),
  )

export const ApprovalFields = z.object({
  answer: z.enum(["approve", "decline"], "Approve or decline the payment"),
  checkout,
})

/** A card is valid until the end of its month. */
export function isExpired({ expMonth, expYear }: Card, now: Date): boolean {
  return now.getTime() >= Date.UTC(expYear, expMonth, 1)
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

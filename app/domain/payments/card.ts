import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { wholeNumber } from "~/domain/validation/whole-number"

/** Card data is never stored or logged. */
export interface Card {
  number: string
  expMonth: number
  expYear: number
  cvc: string
}

const NUMBER_RULE = "A card number has 12 to 19 digits"
const CVC_RULE = "The security code has 3 or 4 digits"
const EXPIRY_RULE = "Enter the expiry date as month and year, such as 12/30"

// A message never repeats a character of the card.
const number = codeText(50, "Enter a card number", NUMBER_RULE, cleanNumber)
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, ""))
  .pipe(
    z
      .string()
      .min(1, "Enter a card number")
      .regex(/^\d{12,19}$/, NUMBER_RULE)
      .refine(passesLuhn, "This card number is not valid: please check its digits"),
  )

const cvc = codeText(50, "Enter the security code", CVC_RULE, cleanNumber).regex(/^\d{3,4}$/, CVC_RULE)

const expiry = codeText(50, "Enter the expiry date", EXPIRY_RULE, cleanNumber).transform((text, context) => {
  const match = /^(\d{1,2})(?:\s*\/)?\s*(\d{2}|\d{4})$/.exec(text)
  const month = Number(match?.[1])
  if (match?.[2] && month >= 1 && month <= 12) return { month, year: 2000 + (Number(match[2]) % 100) }
  context.addIssue({ code: "custom", message: EXPIRY_RULE })
  return z.NEVER
})

/** The checkout shown on the page, so that no other one is paid */
const checkout = ObjectId.nullable().default(null)

export const CardFields = z.object({ number, expiry, cvc, checkout }).transform(({ number, expiry, cvc, checkout }) => {
  const card: Card = { number, cvc, expMonth: expiry.month, expYear: expiry.year }
  return { card, checkout }
})

export const PaymentFields = z.object({ checkout })

export const CardJson = z
  .object(
    {
      number,
      cvc: z.coerce.string().pipe(cvc),
      exp_month: wholeNumber(1, 12, "exp_month must be a month from 1 to 12"),
      exp_year: wholeNumber(0, 9999, "exp_year must be a year such as 2030"),
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
  answer: z
    .string("Approve or decline the payment")
    .toLowerCase()
    .pipe(z.enum(["approve", "decline"], "Approve or decline the payment")),
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

import { badRequest } from "./stripe-error"
import { fieldsOf, type StripeField, textOf } from "./stripe-form"

interface StripeMethod {
  /** Null for all */
  currencies: readonly string[] | null
  most?: number
  /** The intent stays `processing` after the buyer has approved it */
  isDebit?: true
  refunds?: "whole" | "none"
  isTest?: true
}

/** The methods that are activated in the account. Those for tests are not Stripe's, so no request may name them. */
export const stripeMethods: Record<string, StripeMethod> = {
  card: { currencies: null },
  ideal: { currencies: ["eur"], most: 5_000_000 },
  bancontact: { currencies: ["eur"] },
  paypal: { currencies: ["eur", "usd", "gbp", "chf"] },
  klarna: { currencies: ["eur", "usd", "gbp", "chf"], most: 1_000_000 },
  twint: { currencies: ["chf"], most: 500_000 },
  sepa_debit: { currencies: ["eur"], isDebit: true },
  test_wallet: { currencies: null, isTest: true, refunds: "whole" },
  test_voucher: { currencies: null, isTest: true, refunds: "none" },
}

/** Stripe knows these names; they are not activated. */
const others = ["eps", "p24", "blik", "link"]

/** Returns the allowed methods that fit, as Stripe filters them. @throws StripeApiError for an unknown name */
export function offeredMethods(allowed: StripeField | undefined, currency: string, amount: number): string[] {
  const names = Object.values(fieldsOf(allowed)).map((name) => textOf(name) ?? "")
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined) throw badRequest(`Invalid allowed_payment_method_types: unknown method ${unknown}`)
  return names.filter((name) => {
    const method = stripeMethods[name]
    return method && (method.currencies?.includes(currency) ?? true) && amount <= (method.most ?? amount)
  })
}

function isKnown(name: string): boolean {
  return others.includes(name) || (Object.hasOwn(stripeMethods, name) && !stripeMethods[name]?.isTest)
}

/** @throws StripeApiError */
export function assertRefundable(method: string, { amount, paid }: { amount: number; paid: number }): void {
  const { refunds } = stripeMethods[method] ?? {}
  if (refunds === "none") throw badRequest(`Payments by ${method} cannot be refunded.`, "charge_not_refundable")
  if (refunds === "whole" && amount < paid) throw badRequest(`Partial refunds are not supported for ${method}.`)
}

import { type CurrencyCode, currencies } from "~/domain/money/currency"
import { badRequest } from "./stripe-error"
import { fieldsOf, type StripeField, textOf } from "./stripe-form"

/** Parameters of a call with Stripe's validation errors */
export type Fields = Record<string, StripeField>

export function allow(fields: Fields, known: string[]): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown) throw badRequest(`Received unknown parameter: ${unknown}`, "parameter_unknown")
}

export function amountOf(field: StripeField | undefined, least: number): number {
  const text = textOf(field)
  if (text === undefined) throw badRequest("Missing required param: amount.", "parameter_missing")
  if (!/^\d+$/.test(text)) throw badRequest(`Invalid integer: ${text}`, "parameter_invalid_integer")
  const amount = Number(text)
  if (amount < least) throw badRequest(`Amount must be at least ${least} cents`, "amount_too_small")
  if (amount > 99_999_999) throw badRequest("Amount must be no more than $999,999.99", "amount_too_large")
  return amount
}

export function currencyOf(field: StripeField | undefined): string {
  const currency = textOf(field) ?? ""
  if (currency !== currency.toLowerCase() || !Object.hasOwn(currencies, currency.toUpperCase()))
    throw badRequest(`Invalid currency: ${currency}`)
  return currency
}

/** Name, phone, and an address with at least a first line */
export function shippingOf(field: StripeField): StripeField {
  const shipping = fieldsOf(field)
  allow(shipping, ["name", "phone", "address"])
  const address = fieldsOf(shipping.address)
  allow(address, ["line1", "line2", "city", "state", "postal_code", "country"])
  if (!shipping.name || !address.line1) throw badRequest("Missing required param: shipping[address][line1].")
  if (!/^[A-Z]{2}$/.test(textOf(address.country) ?? ""))
    throw badRequest("Country is not valid", "country_code_invalid")
  return field
}

export function smallestCharge(currency: string): number {
  return currencies[currency.toUpperCase() as CurrencyCode].leastTotal
}

export function totalOf(lines: Fields): { amount_total: number; currency: string } {
  const items = Object.values(lines).map(fieldsOf)
  if (items.length === 0 || items.length > 100) throw badRequest("Between 1 and 100 line items are needed")
  const used = new Set(items.map(({ price_data }) => currencyOf(fieldsOf(price_data).currency)))
  const [currency = "", other] = used
  if (other) throw badRequest("All line items must have the same currency")
  const amount_total = items.reduce((sum, { quantity, price_data }) => {
    const price = fieldsOf(price_data)
    if (!textOf(fieldsOf(price.product_data).name)) throw badRequest("Product name cannot be empty")
    return sum + amountOf(price.unit_amount, 0) * amountOf(quantity, 1)
  }, 0)
  return { amount_total, currency }
}

export function urlOf(field: StripeField | undefined): string {
  const text = textOf(field)
  if (!text || !/^https?:\/\//.test(text)) throw badRequest("Not a valid URL", "url_invalid")
  return text
}

/** Between 30 minutes and 24 hours from now */
export function expiryOf(field: StripeField | undefined, now: Date): number {
  const seconds = Number(field)
  const ahead = seconds - now.getTime() / 1000
  if (ahead >= 30 * 60 - 5 && ahead <= 24 * 60 * 60) return seconds
  throw badRequest("The `expires_at` timestamp must be between 30 minutes and 24 hours from now")
}

import { factorNames, type SignInFactor } from "~/domain/accounts/factors/factor"
import { formatMoney } from "~/domain/format-money"
import { pluralize } from "~/domain/text/pluralize"

/** Cents */
const amountFields = new Set(["price", "compareAtPrice", "total", "refunded", "amount"])
const pictureFields = new Set(["logo", "notice", "picture"])
const factorFields = new Set(["factor", "factors", "secondFactors"])
const LONGEST = 120

const toFactorName = (factor: unknown) => factorNames[factor as SignInFactor] ?? String(factor)

export function formatAuditValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "number" && amountFields.has(field)) return formatMoney(value, currency)
  if (factorFields.has(field)) return [value].flat().map(toFactorName).join(", ")
  if (Array.isArray(value)) return field === "pictures" ? pluralize(value.length, "picture") : value.join(", ")
  if (pictureFields.has(field)) return "a picture"
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** `paymentStatus` as "Payment status". */
export function auditFieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { factorNames, type SignInFactor } from "~/domain/accounts/factors/factor"
import { formatMoney } from "~/domain/money/format-money"
import { pluralize } from "~/domain/text/pluralize"

/** Cents */
const amountFields = new Set([
  ...["price", "compareAtPrice", "total", "refunded", "amount", "goodsFrom"],
  ...["refundLimitOfOrder", "refundLimitOfDay"],
])
const pictureFields = new Set(["logo", "notice", "picture"])
const factorFields = new Set(["factor", "factors", "secondFactors"])
const LONGEST = 120

const toFactorName = (factor: unknown) => factorNames[factor as SignInFactor] ?? String(factor)

export function formatAuditValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number" && amountFields.has(ownName(field))) return formatMoney(value, currency)
  if (factorFields.has(field)) return [value].flat().map(toFactorName).join(", ")
  if (Array.isArray(value)) return field === "pictures" ? pluralize(value.length, "picture") : value.join(", ") || "–"
  if (pictureFields.has(field)) return "a picture"
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** `paymentStatus` as "Payment status", and `M, Ecru: sku` as "M, Ecru: SKU" */
export function auditFieldLabel(field: string): string {
  const name = ownName(field)
  const words = acronyms.has(name) ? name.toUpperCase() : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const variant = field.slice(0, -name.length)
  return variant === "" ? words.charAt(0).toUpperCase() + words.slice(1) : `${variant}${words}`
}

const acronyms = new Set(["sku", "gtin"])

/** The field of a variant follows the variant's title. */
function ownName(field: string): string {
  return field.split(": ").at(-1) ?? field
}

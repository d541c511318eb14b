import { factorNames } from "~/domain/accounts/factor"
import { permissionNames } from "~/domain/accounts/permission"
import { productStateNames } from "~/domain/catalog/publication/publication"
import { fromDate, shortDay } from "~/domain/days/calendar"
import { discountKindNames } from "~/domain/discounts/discount"
import { formatMoney } from "~/domain/money/format-money"
import { methodKinds } from "~/domain/shipping/zones/method-texts"
import { taxClassName } from "~/domain/taxes/tax-rate"
import { pluralize } from "~/domain/text/pluralize"

/** Amounts in cents */
const amountFields = new Set([
  ...["price", "compareAtPrice", "total", "refunded", "amount", "goodsFrom"],
  ...["refundLimitOfOrder", "refundLimitOfDay"],
])
const dayFields = new Set(["startsAt", "endsAt", "publishedFrom", "publishedUntil"])
const pictureFields = new Set(["logo", "notice", "picture"])
const LONGEST = 120

const valueNames: Record<string, Partial<Record<string, string>>> = {
  factor: factorNames,
  factors: factorNames,
  secondFactors: factorNames,
  permissions: permissionNames,
  status: productStateNames,
  included: { with: "with tax", without: "without tax" },
  shipping: { none: "not taxed", "like-goods": "like the goods" },
  telephone: { "ten-digits": "ten digits", international: "international" },
  withdrawal: { eu: "addresses in the EU" },
  isOn: { on: "yes" },
  onShipping: { on: "yes" },
  accountsOnly: { on: "yes" },
  trustedDevices: { on: "yes" },
  kind: { ...discountKindNames, ...methodKinds },
}

export function formatAuditValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number" && amountFields.has(ownName(field))) return formatMoney(value, currency)
  if (field === "pictures" && Array.isArray(value)) return pluralize(value.length, "picture")
  if (Array.isArray(value)) return value.map((one) => textOf(field, one)).join(", ") || "–"
  if (pictureFields.has(ownName(field))) return "a picture"
  const text = textOf(field, value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function textOf(field: string, value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value)
  if (field === "taxClass") return taxClassName(value)
  if (!dayFields.has(field)) return valueNames[field]?.[value] ?? value
  return shortDay(value.length > "2026-12-24".length ? dayOfEarlierEntry(field, value) : value)
}

/** Older entries of discounts have times, of days in UTC. */
function dayOfEarlierEntry(field: string, value: string): string {
  const moment = new Date(value)
  return fromDate(field === "endsAt" ? new Date(moment.getTime() - 1) : moment)
}

/** Labels such as `paymentStatus` as "Payment status", `price2` as "Price (2)", and `M, Ecru: sku` as "M, Ecru: SKU" */
export function auditFieldLabel(field: string): string {
  const known = fieldNames[field]
  if (known) return known
  const name = ownName(field)
  const words = acronyms.has(name) ? name.toUpperCase() : wordsOf(name)
  const variant = field.slice(0, -name.length)
  return variant === "" ? words.charAt(0).toUpperCase() + words.slice(1) : `${variant}${words}`
}

const acronyms = new Set(["sku", "gtin", "mpn"])

const wordsOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\d{1,3}$/, " ($&)")

/** Fields whose label differs from their name */
const fieldNames: Record<string, string> = {
  desc: "Description",
  pictures: "Images",
  percent: "Per cent",
  target: "On",
  zones: "Only for deliveries to",
  startsAt: "From",
  endsAt: "Until",
  maxUses: "Uses in all",
  maxUsesPerPerson: "Uses for each person",
  isOn: "Offered to shoppers",
}

/** The field of a variant follows the variant's title. */
function ownName(field: string): string {
  return field.split(": ").at(-1) ?? field
}

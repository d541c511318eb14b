import { factorNames } from "~/domain/accounts/factor"
import { categoryRecord } from "~/domain/catalog/categories/category-schema"
import { productRecord } from "~/domain/catalog/product-record"
import { productStateNames } from "~/domain/catalog/publication/publication"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"
import { fromDate, shortDay } from "~/domain/days/calendar"
import { discountRecord } from "~/domain/discounts/discount-record"
import { formatMoney } from "~/domain/money/format-money"
import type { AnyField, ValueKind } from "~/domain/records/fields"
import { settingsRecord } from "~/domain/settings/settings-schema"
import { methodKinds } from "~/domain/shipping/zones/method-texts"
import { zoneRecord } from "~/domain/shipping/zones/zone-form"
import { roleRecord } from "~/domain/staff/role-form"
import { rateRecord } from "~/domain/taxes/tax-forms"
import { taxClassName } from "~/domain/taxes/tax-rate"
import { pluralize } from "~/domain/text/pluralize"
import { fieldWords, wordsOf } from "../field-words"

const records = [
  productRecord,
  editedVariantRecord,
  discountRecord,
  categoryRecord,
  rateRecord,
  zoneRecord,
  roleRecord,
  settingsRecord,
]

/** Fields of records by the names of their stored values, which several records may share */
const declared = records.flatMap(({ fields }) =>
  Object.entries<AnyField>(fields).map(([name, field]): [name: string, AnyField] => [field.as ?? name, field]),
)

function fieldsOfKind(kind: ValueKind): string[] {
  return declared.flatMap(([name, field]) => (field.kind === kind ? [name] : []))
}

/** Cents */
const amountFields = new Set([...fieldsOfKind("money"), ...["total", "refunded"]])
const dayFields = new Set(fieldsOfKind("day"))
const pictureFields = new Set(["logo", "notice", "picture"])
const LONGEST = 120

/** The names of values by the field's and their own */
const valueNames = new Map<string, string>([
  ...declared.flatMap(([name, { control, kind }]) =>
    kind === "flag"
      ? namesOf({ [name]: { on: "yes" } })
      : (control.options ?? []).map(({ value, label }) => entryOf(name, value, label)),
  ),
  ...namesOf({
    factor: factorNames,
    factors: factorNames,
    secondFactors: factorNames,
    status: productStateNames,
    included: { with: "with tax", without: "without tax" },
    shipping: { none: "not taxed", "like-goods": "like the goods" },
    telephone: { "ten-digits": "ten digits", international: "international" },
    isOn: { on: "yes" },
    trustedDevices: { on: "yes" },
    kind: methodKinds,
  }),
])

function namesOf(fields: Record<string, Record<string, string>>): [string, string][] {
  return Object.entries(fields).flatMap(([field, names]) =>
    Object.entries(names).map(([value, name]) => entryOf(field, value, name)),
  )
}

function entryOf(field: string, value: string, name: string): [string, string] {
  return [`${field}=${value}`, name]
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
  if (!dayFields.has(field)) return valueNames.get(`${field}=${value}`) ?? value
  return shortDay(value.length > "2026-12-24".length ? dayOfEarlierEntry(field, value) : value)
}

/** Entries of discounts once had moments, of days in UTC. */
function dayOfEarlierEntry(field: string, value: string): string {
  const moment = new Date(value)
  return fromDate(field === "endsAt" ? new Date(moment.getTime() - 1) : moment)
}

const labels = new Map([
  ...declared.flatMap(([name, { control }]): [string, string][] => (control.auditLabel ? [[name, control.label]] : [])),
])

/** `paymentStatus` as "Payment status", and `M, Ecru: sku` as "M, Ecru: SKU" */
export function auditFieldLabel(field: string): string {
  const name = ownName(field)
  const variant = field.slice(0, -name.length)
  return variant === "" ? (labels.get(field) ?? fieldWords(field)) : `${variant}${wordsOf(name)}`
}

/** The field of a variant follows the variant's title. */
function ownName(field: string): string {
  return field.split(": ").at(-1) ?? field
}

import { z } from "zod"
import type { Categories } from "~/domain/catalog/categories/categories"
import { knownCategory } from "~/domain/catalog/categories/category-schema"
import { CatalogDay } from "~/domain/catalog/day-field"
import { type Measure, measureRefusal, NO_AMOUNT } from "~/domain/catalog/measures/measure"
import { MeasureAmount, MeasureUnitName, measureRecord } from "~/domain/catalog/measures/measure-record"
import { productStatuses } from "~/domain/catalog/publication/publication"
import { areSaleDaysInOrder, SALE_DAYS_REVERSED } from "~/domain/catalog/sale"
import { amountRefusal } from "~/domain/money/amount"
import { toCents } from "~/domain/money/format-money"
import { ObjectId } from "~/domain/object-id"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { wholeNumber } from "~/domain/validation/whole-number"
import { type BulkChange, measureModes, priceModes, saleModes, stockModes } from "./bulk-change"

/** The number of products on one page */
export const MAX_SELECTED = 100

const Ids = z
  .union([ObjectId.transform((id) => [id]), z.array(ObjectId)])
  .catch([])
  .transform((ids) => [...new Set(ids)].slice(0, MAX_SELECTED))

/** `errors` names invalid fields. */
export const bulkEditQuery = (categories: Categories) =>
  z
    .object({
      id: Ids,
      priceMode: z.enum(priceModes).or(z.literal("")).catch(""),
      priceBy: codeText(100, "", "", cleanNumber).catch(""),
      saleMode: z.enum(saleModes).or(z.literal("")).catch(""),
      saleBy: codeText(100, "", "", cleanNumber).catch(""),
      saleFrom: codeText(100, "", "", cleanNumber).catch(""),
      saleUntil: codeText(100, "", "", cleanNumber).catch(""),
      stockMode: z.enum(stockModes).or(z.literal("")).catch(""),
      stockBy: codeText(100, "", "", cleanNumber).catch(""),
      measureMode: z.enum(measureModes).or(z.literal("")).catch(""),
      measureAmount: codeText(100, "", "", cleanNumber).catch(""),
      measureUnit: codeText(20, "", "").catch(""),
      category: knownCategory(categories).default(""),
      status: z.enum(productStatuses).or(z.literal("")).catch(""),
    })
    .transform(({ id, category, status, ...sent }) => {
      const { priceMode, priceBy, stockMode, stockBy } = sent
      const price = priceMode && { mode: priceMode, by: priceMode === "set" ? toCents(priceBy) : toPercent(priceBy) }
      const stock = stockMode && { mode: stockMode, by: stockMode === "uncounted" ? 0 : toUnits(stockBy) }
      const { sale, errors: saleErrors } = saleOf(sent)
      const { measure, errors: measureErrors } = measureOf(sent)
      const change = {
        price: price || null,
        sale,
        stock: stock || null,
        category: category || null,
        ...(measure && { measure }),
        ...(status && { status }),
      }
      const errors: Partial<Record<"priceBy" | "stockBy" | SaleField | keyof Measure, string>> = {
        ...saleErrors,
        ...measureErrors,
      }
      if (price && price.by === null) {
        errors.priceBy =
          priceMode === "set"
            ? amountRefusal(priceBy, "Enter a price such as 12.50")
            : withForeignCharacter("Enter a percentage such as 10 or 2.5", priceBy, /^[\d.%]$/)
      }
      if (stock && stock.by === null)
        errors.stockBy = withForeignCharacter("Enter a whole number of units such as 25", stockBy, /^\d$/)
      if (!price && priceBy) errors.priceBy = "Choose how the price changes, or leave this empty"
      if (!stock && stockBy) errors.stockBy = "Choose how the stock changes, or leave this empty"
      const typed = { ...sent, category, status }
      const isValid = Object.keys(errors).length === 0
      return { ids: id, typed, errors, change: isValid && isComplete(change) ? change : null }
    })

const SaleDays = z.object({ saleFrom: CatalogDay, saleUntil: CatalogDay })

type SaleField = "saleBy" | "saleFrom" | "saleUntil"
type SentSale = Record<SaleField, string> & { saleMode: (typeof saleModes)[number] | "" }

function saleOf({ saleMode: mode, saleBy, saleFrom, saleUntil }: SentSale): {
  sale: BulkChange["sale"]
  errors: Partial<Record<SaleField, string>>
} {
  const isTyped = saleBy !== "" || saleFrom !== "" || saleUntil !== ""
  if (mode === "end") return { sale: { mode }, errors: {} }
  if (mode === "")
    return { sale: null, errors: isTyped ? { saleBy: "Choose how the sale changes, or leave this empty" } : {} }
  const by = mode === "set" ? toCents(saleBy) : toPercent(saleBy)
  const days = SaleDays.safeParse({ saleFrom, saleUntil })
  const errors: Partial<Record<SaleField, string>> = {}
  if (by === null)
    errors.saleBy =
      mode === "set"
        ? amountRefusal(saleBy, "Enter a sale price such as 9.50")
        : withForeignCharacter("Enter a percentage such as 20", saleBy, /^[\d.%]$/)
  for (const { path, message } of days.error?.issues ?? []) errors[path[0] as SaleField] = message
  const [from, until] = [days.data?.saleFrom ?? null, days.data?.saleUntil ?? null]
  if (!areSaleDaysInOrder({ salePrice: by, saleFrom: from, saleUntil: until })) errors.saleUntil = SALE_DAYS_REVERSED
  return { sale: by === null ? null : { mode, by, from, until }, errors }
}

type SentMeasure = Record<keyof Measure, string> & { measureMode: (typeof measureModes)[number] | "" }

const SentMeasure = z.object({ measureAmount: MeasureAmount, measureUnit: MeasureUnitName })

function measureOf({ measureMode: mode, ...sent }: SentMeasure): {
  measure?: Measure
  errors: Partial<Record<keyof Measure, string>>
} {
  if (mode === "clear") return { measure: measureRecord.emptied, errors: {} }
  if (mode === "") {
    const isTyped = sent.measureAmount !== "" || sent.measureUnit !== ""
    return { errors: isTyped ? { measureAmount: "Choose how the contents change, or leave this empty" } : {} }
  }
  const parsed = SentMeasure.safeParse(sent)
  if (!parsed.success)
    return { errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])) }
  if (parsed.data.measureAmount === null) return { errors: { measureAmount: NO_AMOUNT } }
  const refusal = measureRefusal(parsed.data)
  return refusal ? { errors: { [refusal.field]: refusal.message } } : { measure: parsed.data, errors: {} }
}

const PREVIEW_MISSING = "Please check the preview again"
const SnapshotNumber = wholeNumber(0, Number.MAX_SAFE_INTEGER, PREVIEW_MISSING)

export const ProductSnapshots = z
  .array(
    z.object(
      {
        id: ObjectId,
        price: SnapshotNumber,
        /** The prices and sales of its variants */
        prices: z.string(PREVIEW_MISSING).max(6_000, PREVIEW_MISSING).default(""),
        stock: SnapshotNumber,
        /** The contents of its variants, in words */
        measure: z.string(PREVIEW_MISSING).max(6_000, PREVIEW_MISSING).default(""),
        category: z.string(PREVIEW_MISSING).max(100, PREVIEW_MISSING),
      },
      PREVIEW_MISSING,
    ),
    "Tick the products that you want to change",
  )
  .min(1, "Tick the products that you want to change")
  .max(MAX_SELECTED, `At most ${MAX_SELECTED} products can be changed at once`)
export type ProductSnapshots = z.output<typeof ProductSnapshots>

type ParsedChange = Omit<BulkChange, "price" | "stock"> & {
  [Part in "price" | "stock"]: BulkChange[Part] | { mode: string; by: null }
}

function isComplete(change: ParsedChange): change is BulkChange {
  return [change.price, change.stock].every((part) => part === null || part.by !== null)
}

function toPercent(text: string): number | null {
  const match = /^\s*(\d{1,3}(?:\.\d{1,2})?)(?:\s*%)?\s*$/.exec(text)
  return match ? Number(match[1]) : null
}

function toUnits(text: string): number | null {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null
}

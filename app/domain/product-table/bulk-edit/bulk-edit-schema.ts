import { z } from "zod"
import type { Categories } from "~/domain/catalog/categories/categories"
import { knownCategory } from "~/domain/catalog/categories/category-schema"
import { productStatuses } from "~/domain/catalog/publication/publication"
import { amountRefusal } from "~/domain/money/amount"
import { toCents } from "~/domain/money/format-money"
import { ObjectId } from "~/domain/object-id"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { wholeNumber } from "~/domain/validation/whole-number"
import { type BulkChange, priceModes, stockModes } from "./bulk-change"

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
      stockMode: z.enum(stockModes).or(z.literal("")).catch(""),
      stockBy: codeText(100, "", "", cleanNumber).catch(""),
      category: knownCategory(categories).default(""),
      status: z.enum(productStatuses).or(z.literal("")).catch(""),
    })
    .transform(({ id, priceMode, priceBy, stockMode, stockBy, category, status }) => {
      const price = priceMode && { mode: priceMode, by: priceMode === "set" ? toCents(priceBy) : toPercent(priceBy) }
      const stock = stockMode && { mode: stockMode, by: toUnits(stockBy) }
      const change = {
        price: price || null,
        stock: stock || null,
        category: category || null,
        ...(status && { status }),
      }
      const errors: Partial<Record<"priceBy" | "stockBy", string>> = {}
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
      const typed = { priceMode, priceBy, stockMode, stockBy, category, status }
      const isValid = !errors.priceBy && !errors.stockBy
      return { ids: id, typed, errors, change: isValid && isComplete(change) ? change : null }
    })

const PREVIEW_MISSING = "Please check the preview again"
const SnapshotNumber = wholeNumber(0, Number.MAX_SAFE_INTEGER, PREVIEW_MISSING)

export const ProductSnapshots = z
  .array(
    z.object(
      {
        id: ObjectId,
        price: SnapshotNumber,
        /** The prices of its variants, for a product with options */
        prices: z.string(PREVIEW_MISSING).max(1_100, PREVIEW_MISSING).default(""),
        stock: SnapshotNumber,
        category: z.string(PREVIEW_MISSING).max(100, PREVIEW_MISSING),
      },
      PREVIEW_MISSING,
    ),
    "Tick the products that you want to change",
  )
  .min(1, "Tick the products that you want to change")
  .max(MAX_SELECTED, `At most ${MAX_SELECTED} products can be changed at once`)
export type ProductSnapshots = z.output<typeof ProductSnapshots>

type ParsedChange = { [Part in keyof BulkChange]: BulkChange[Part] | { mode: string; by: null } }

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

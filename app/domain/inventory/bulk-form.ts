import { z } from "zod"
import { categories } from "../catalog/category"
import { toCents } from "../money"
import { ObjectIdField } from "../object-id"
import { type BulkChange, priceModes, stockModes } from "./bulk-change"

/** As many as one page can show; more would not fit an address either. */
const MOST_TICKED = 100

const Ids = z
  .union([ObjectIdField.transform((id) => [id]), z.array(ObjectIdField)])
  .catch([])
  .transform((ids) => [...new Set(ids)].slice(0, MOST_TICKED))

/** What was typed into the bulk form; an incomplete or senseless part is told in `complaints`. */
export const BulkQuery = z
  .object({
    id: Ids,
    priceMode: z.enum(priceModes).or(z.literal("")).catch(""),
    priceBy: z.string().trim().catch(""),
    stockMode: z.enum(stockModes).or(z.literal("")).catch(""),
    stockBy: z.string().trim().catch(""),
    category: z.enum(categories).or(z.literal("")).catch(""),
  })
  .transform(({ id, priceMode, priceBy, stockMode, stockBy, category }) => {
    const price = priceMode && { mode: priceMode, by: priceMode === "set" ? toCents(priceBy) : toPercent(priceBy) }
    const stock = stockMode && { mode: stockMode, by: toUnits(stockBy) }
    const change = { price: price || null, stock: stock || null, category: category || null }
    const complaints: Partial<Record<"priceBy" | "stockBy", string>> = {}
    if (price && price.by === null) {
      complaints.priceBy = priceMode === "set" ? "Enter a price such as 12.50" : "Enter percents such as 10 or 2.5"
    }
    if (stock && stock.by === null) complaints.stockBy = "Enter a whole number of units"
    const typed = { priceMode, priceBy, stockMode, stockBy, category }
    return { ids: id, typed, complaints, change: isComplete(change) ? change : null }
  })

/** What the preview showed of each product, so that nothing else is done than what was seen. */
export const SeenProducts = z
  .array(z.object({ id: ObjectIdField, price: z.coerce.number().int(), stock: z.coerce.number().int() }))
  .min(1, "Tick the products that you want to change")
  .max(MOST_TICKED)
export type SeenProducts = z.output<typeof SeenProducts>

type Typed = { [Part in keyof BulkChange]: BulkChange[Part] | { mode: string; by: null } }

function isComplete(change: Typed): change is BulkChange {
  return [change.price, change.stock].every((part) => part === null || part.by !== null)
}

function toPercent(text: string): number | null {
  const match = /^\s*(\d{1,3}(?:\.\d{1,2})?)\s*%?\s*$/.exec(text)
  return match ? Number(match[1]) : null
}

function toUnits(text: string): number | null {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null
}

import type { ProductStatus } from "~/domain/catalog/publication/publication"
import { MAX_PRICE } from "~/domain/catalog/variants/variant-record"
import { MAX_STOCK } from "~/domain/inventory/stock"
import type { Cents } from "~/domain/money/money"

export const priceModes = ["set", "raise", "lower"] as const
export const stockModes = ["set", "add", "take"] as const

/** A `null` field is unchanged. */
export interface BulkChange {
  /** Cents, or percent */
  price: { mode: (typeof priceModes)[number]; by: number } | null
  stock: { mode: (typeof stockModes)[number]; by: number } | null
  /** A category's name */
  category: string | null
  status?: ProductStatus
}

interface BulkFields {
  price: Cents
  stock: number
  category: string
}

export interface BulkResult {
  after: BulkFields
  problem: string | null
}

/** Rounds percentages to the cent, half up. */
export function applyBulkChange(before: BulkFields, { price, stock, category }: BulkChange): BulkResult {
  const after = {
    price: price ? priceAfter(before.price, price) : before.price,
    stock: stock ? stockAfter(before.stock, stock) : before.stock,
    category: category ?? before.category,
  }
  return { after, problem: problemOf(after) }
}

export function isEmptyChange(change: BulkChange): boolean {
  return Object.values(change).every((part) => part === null)
}

function priceAfter(price: Cents, { mode, by }: NonNullable<BulkChange["price"]>): Cents {
  if (mode === "set") return by
  return Math.floor((price * (mode === "raise" ? 100 + by : 100 - by)) / 100 + 0.5)
}

function stockAfter(stock: number, { mode, by }: NonNullable<BulkChange["stock"]>): number {
  if (mode === "set") return by
  return mode === "add" ? stock + by : stock - by
}

function problemOf({ price, stock }: Pick<BulkFields, "price" | "stock">): string | null {
  if (price < 1) return "The price would be too low"
  if (price > MAX_PRICE) return "The price would be too high"
  if (stock < 0) return "There are not that many in stock"
  if (stock > MAX_STOCK) return `Stock can be at most ${MAX_STOCK}`
  return null
}

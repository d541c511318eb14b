import type { Measure } from "~/domain/catalog/measures/measure"
import type { ProductStatus } from "~/domain/catalog/publication/publication"
import { isReduced, noSalePrice, SALE_NOT_REDUCED, type SalePrice } from "~/domain/catalog/sale"
import { MAX_PRICE, type SetPrices } from "~/domain/catalog/variants/variant-record"
import type { Day } from "~/domain/days/days"
import { MAX_STOCK, UNCOUNTED_STOCK } from "~/domain/inventory/stock"
import type { Cents } from "~/domain/money/money"

export const priceModes = ["set", "raise", "lower"] as const
export const saleModes = ["set", "lower", "end"] as const
export const measureModes = ["set", "clear"] as const
export const stockModes = ["set", "add", "take", "uncounted"] as const

/** A sale price in cents, or in percent below the price */
type SaleChange = { mode: "set" | "lower"; by: number; from: Day | null; until: Day | null } | { mode: "end" }

/** A `null` field is unchanged. */
export interface BulkChange {
  /** Cents, or percent */
  price: { mode: (typeof priceModes)[number]; by: number } | null
  sale: SaleChange | null
  stock: { mode: (typeof stockModes)[number]; by: number } | null
  /** The contents of all variants; both parts null for none */
  measure?: Measure
  /** A category's name */
  category: string | null
  status?: ProductStatus
}

interface BulkFields {
  /** The price outside of a sale */
  price: Cents
  stock: number
  category: string
  uncounted: boolean
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
    uncounted: stock ? stock.mode === "uncounted" || (before.uncounted && stock.mode !== "set") : before.uncounted,
  }
  const isUnknown = before.uncounted && (stock?.mode === "add" || stock?.mode === "take")
  return { after, problem: isUnknown ? "Its units are not counted" : problemOf(after) }
}

/** Returns the prices of one variant; a price that is raised to its compare-at price ends that reduction. */
export function pricesAfterBulk(before: SetPrices, { price, sale }: Pick<BulkChange, "price" | "sale">): SetPrices {
  const own = price ? priceAfter(before.price, price) : before.price
  const compareAtPrice = isReduced({ ...before, price: own }) ? before.compareAtPrice : null
  return { price: own, compareAtPrice, ...(sale ? saleOf(own, sale) : pickSale(before)) }
}

function saleOf(price: Cents, change: SaleChange): SalePrice {
  if (change.mode === "end") return noSalePrice
  const salePrice = change.mode === "set" ? change.by : priceAfter(price, { mode: "lower", by: change.by })
  return { salePrice, saleFrom: change.from, saleUntil: change.until }
}

function pickSale({ salePrice, saleFrom, saleUntil }: SalePrice): SalePrice {
  return { salePrice, saleFrom, saleUntil }
}

export function problemOfSale({ price, salePrice }: SetPrices): string | null {
  if (salePrice === null) return null
  if (salePrice < 1) return "The sale price would be too low"
  return salePrice < price ? null : SALE_NOT_REDUCED
}

export function isEmptyChange(change: BulkChange): boolean {
  return Object.values(change).every((part) => part === null)
}

function priceAfter(price: Cents, { mode, by }: NonNullable<BulkChange["price"]>): Cents {
  if (mode === "set") return by
  return Math.floor((price * (mode === "raise" ? 100 + by : 100 - by)) / 100 + 0.5)
}

function stockAfter(stock: number, { mode, by }: NonNullable<BulkChange["stock"]>): number {
  if (mode === "uncounted") return UNCOUNTED_STOCK
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

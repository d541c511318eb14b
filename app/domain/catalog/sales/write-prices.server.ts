import { sql } from "kysely"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Tx } from "~/domain/shop"
import { isOnSaleAt, type StoredPrices, saleMoments } from "../sale"
import { type Offer, offerRecord, type SetPrices, setPricesRecord } from "../variants/variant-record"
import type { VariantRow } from "../variants/variant-rows.server"

/** Writes the prices that staff set; the table's trigger computes those of today. */
export async function writePrices(
  tx: Tx,
  variant: VariantRow,
  { before, after }: { before: StoredPrices; after: SetPrices },
): Promise<void> {
  if (setPricesRecord.names.every((name) => before[name] === after[name])) return
  const row = priceRow(after, saleMoments(after, { ...before, moments: variant }, daysOf(tx)))
  await sql`
    update variants set ${sql.join(priceAssignments("changed"))}, updated_at = ${tx.now()}
    from jsonb_populate_record(null::variants, ${JSON.stringify(row)}::jsonb) changed
    where variants.id = ${variant.id}`.execute(tx.db)
}

/** Returns the columns of prices that staff set. */
export function priceRow(prices: SetPrices, { saleFrom, saleUntil }: ReturnType<typeof saleMoments>) {
  const { price, compareAtPrice, salePrice } = prices
  const hasSale = salePrice !== null
  return {
    ...offerRecord.rowOf(prices),
    regular_price: hasSale ? price : null,
    regular_compare_at_price: hasSale ? compareAtPrice : null,
    sale_price: salePrice,
    sale_from: saleFrom,
    sale_until: saleUntil,
  }
}

/** Assigns them from rows of `source`, except today's prices of a variant with a sale, which the trigger computes. */
export function priceAssignments(source: string) {
  const from = (column: string) => sql.ref(`${source}.${column}`)
  const set = ["regular_price", "regular_compare_at_price", "sale_price", "sale_from", "sale_until"]
  return [
    ...offerRecord.columns.map((column) => {
      const own = sql.ref(`variants.${column}`)
      return sql`${sql.id(column)} = case when ${from("sale_price")} is null then ${from(column)} else ${own} end`
    }),
    ...set.map((column) => sql`${sql.id(column)} = ${from(column)}`),
  ]
}

/** Returns the prices with which a new product begins, so that it has no earlier one. */
export function todaysPrices(tx: Tx, prices: SetPrices): ReturnType<typeof offerRecord.rowOf> {
  const { price, compareAtPrice, salePrice } = prices
  const isOnSale = salePrice !== null && isOnSaleAt(tx.now(), saleMoments(prices, null, daysOf(tx)))
  const today: Offer = isOnSale ? { price: salePrice, compareAtPrice: compareAtPrice ?? price } : prices
  return offerRecord.rowOf(offerRecord.pick(today))
}

/** For a variant that was just inserted with `todaysPrices` */
export async function insertSale(tx: Tx, variant: string, prices: SetPrices): Promise<void> {
  const { price: _, compare_at_price: __, ...sale } = priceRow(prices, saleMoments(prices, null, daysOf(tx)))
  await tx.db.updateTable("variants").set(sale).where("id", "=", variant).execute()
}

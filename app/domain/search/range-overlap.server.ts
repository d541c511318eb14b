import { type RawBuilder, sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Cents } from "~/domain/money/money"
import type { Queryable } from "~/domain/shop"
import { allOf, type Condition } from "./condition.server"
import type { Sort } from "./product-filter"

/** Products that cost at most this, although some of their variants cost more */
export interface RangeOverlap {
  price: Cents
  spreadBuckets: SpreadBuckets
  others: readonly Condition[]
}

/** The smallest and the largest `price_spread` of products with more than one price */
export interface SpreadBuckets {
  least: number
  greatest: number
}

const hasSpread = sql<boolean>`products.highest_price > products.price`
const spreadOf = sql<number>`price_spread(products.price, products.highest_price)`

export async function findSpreadBuckets(shop: Queryable): Promise<SpreadBuckets | null> {
  const { rows } = await sql<{ least: number | null; greatest: number | null }>`
    select min(${spreadOf}) as least, max(${spreadOf}) as greatest from products
    where ${isPublic} and ${hasSpread}`.execute(shop.db)
  const { least = null, greatest = null } = rows[0] ?? {}
  return least === null || greatest === null ? null : { least, greatest }
}

/** The first rows of each spread, in the order of a list by price (0092) */
export function listOverlapping(
  overlap: RangeOverlap,
  columns: RawBuilder<unknown>,
  { sort, order, limit }: { sort: Sort; order: RawBuilder<unknown>; limit: number },
): RawBuilder<unknown> {
  const edge =
    sort === "price-desc" ? sql<boolean>`highest_price <= ${overlap.price}::integer + widest` : isNear(overlap)
  return sql`
    select products.* from ${bucketsOf(overlap)}, lateral (
      select ${columns} from products where ${overlaps(overlap)} and ${edge} order by ${order} limit ${limit}) products`
}

export function countOverlapping(overlap: RangeOverlap): RawBuilder<number> {
  return sql`(
    select sum(count)::bigint from ${bucketsOf(overlap)}, lateral (
      select count(*) from products where ${overlaps(overlap)} and ${isNear(overlap)}) found)`
}

/** Prices of one spread are less than `widest` apart, which limits how far the index is read from the price. */
function bucketsOf({ spreadBuckets: { least, greatest } }: RangeOverlap): RawBuilder<unknown> {
  return sql`(
    select spread, exp((spread + 1) / 3::float8)::integer + 1 as widest
    from generate_series(${least}::integer, ${greatest}::integer) spread) ranges`
}

function isNear({ price }: RangeOverlap): Condition {
  return sql`products.price > ${price}::integer - widest`
}

function overlaps({ price, others }: RangeOverlap): Condition {
  const meets = sql<boolean>`products.price <= ${price} and products.highest_price > ${price}`
  return allOf([...others, hasSpread, sql`${spreadOf} = spread`, meets])
}

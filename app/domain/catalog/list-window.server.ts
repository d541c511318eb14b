import { sql } from "kysely"
import type { Books } from "../shop"
import { type Condition, every, listOrder } from "./filter-conditions.server"
import type { Sort } from "./product-filter"
import type { SummaryRow } from "./product-rows.server"

/** What a page is cut out of. */
export interface ListShape {
  /** What every product of the list meets. */
  conditions: readonly Condition[]
  /** Ever weaker claims to come first, each within the next; the products that meet none come last. */
  ranks: readonly Condition[]
  sort: Sort
  /** How many products the list has, and how many the shop has. */
  count: number
  shopCount: number
}

export interface ListWindow {
  offset: number
  limit: number
}

/**
 * One page of a list. A few products are gathered and sorted; of many, an index that has the order already is walked,
 * from the nearer end.
 */
export async function readWindow(books: Books, list: ListShape, window: ListWindow): Promise<SummaryRow[]> {
  const limit = Math.min(window.limit, list.count - window.offset)
  if (limit <= 0) return []
  const skippedBehind = list.count - window.offset - limit
  const fromBehind = skippedBehind < window.offset
  const walked = ((Math.min(window.offset, skippedBehind) + limit) * list.shopCount) / list.count
  if (list.count <= FEW || (walked > list.count && list.count < list.shopCount)) {
    return gather(books, list, { offset: window.offset, limit })
  }
  if (!fromBehind) return walk(books, list, { offset: window.offset, limit }, "forwards")
  const rows = await walk(books, list, { offset: skippedBehind, limit }, "backwards")
  return rows.reverse()
}

/** So few are always gathered, and then also ordered by how close their names are to what was typed. */
const FEW = 200

/** Everything that meets the conditions, by whichever index finds it fastest, then sorted. */
async function gather(books: Books, list: ListShape, { offset, limit }: ListWindow): Promise<SummaryRow[]> {
  const rank = list.ranks.length > 0 ? rankOf(list.ranks) : sql`0`
  const closeness = list.ranks.length > 0 && list.count <= FEW ? sql`length(name_words)` : sql`0`
  const found = await sql<SummaryRow>`
    with found as materialized (
      select id, name, category, price, stock, rating, num_reviews, created_at, ${rank} as rank, ${closeness} as closeness
      from products where ${every(list.conditions)})
    select id, name, category, price, stock, rating, num_reviews, created_at from found
    order by rank, closeness, ${listOrder(list.sort, "forwards")}
    limit ${limit} offset ${offset}`.execute(books.db)
  return found.rows
}

function rankOf(claims: readonly Condition[]) {
  const cases = claims.map((claim, index) => sql`when ${claim} then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(claims.length)} end`
}

/** Rank after rank in the list's order, until the window is full. */
async function walk(
  books: Books,
  list: ListShape,
  window: ListWindow,
  direction: "forwards" | "backwards",
): Promise<SummaryRow[]> {
  const segments = segmentsOf(list)
  if (direction === "backwards") segments.reverse()
  const rows: SummaryRow[] = []
  let { offset } = window
  for (const [index, segment] of segments.entries()) {
    const wanted = window.limit - rows.length
    const found = await walkSegment(books, list.sort, segment, { offset, limit: wanted }, direction)
    rows.push(...found)
    if (rows.length === window.limit || index === segments.length - 1) break
    offset = found.length > 0 || offset === 0 ? 0 : offset - (await countSegment(books, segment))
  }
  return rows
}

/** The products of each rank by itself: what meets its claim and none before it. */
function segmentsOf({ conditions, ranks }: ListShape): Condition[][] {
  return [...ranks, null].map((claim, index) => [
    ...conditions,
    ...(claim ? [claim] : []),
    ...(index > 0 ? [sql<boolean>`not (${ranks[index - 1] as Condition})`] : []),
  ])
}

/** The order's index answers the inner query alone where it can; only the page itself is read from the table. */
async function walkSegment(
  books: Books,
  sort: Sort,
  conditions: readonly Condition[],
  { offset, limit }: ListWindow,
  direction: "forwards" | "backwards",
): Promise<SummaryRow[]> {
  const order = listOrder(sort, direction)
  const found = await sql<SummaryRow>`
    select id, name, category, price, stock, rating, num_reviews, created_at
    from products join (
      select id from products where ${every(conditions)} order by ${order} limit ${limit} offset ${offset}) page using (id)
    order by ${order}`.execute(books.db)
  return found.rows
}

async function countSegment(books: Books, conditions: readonly Condition[]): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from products where ${every(conditions)}`.execute(
    books.db,
  )
  return found.rows[0]?.count ?? 0
}

import { sql } from "kysely"
import type { Books } from "../shop"
import { type Condition, every, listOrder } from "./filter-conditions.server"
import type { Sort } from "./product-filter"
import type { SummaryRow } from "./product-rows.server"

/** What a page is cut out of. */
export interface ListShape {
  /** What every product of the list meets, the search apart. */
  conditions: readonly Condition[]
  search: Condition | null
  /** Ever weaker claims to come first, each within the next and within the search; what meets none comes last. */
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

const COLUMNS = "id, name, category, price, stock, rating, num_reviews, created_at"

/** So few are gathered at once when they are ranked, and then also ordered by how close their names are to the keyword. */
const FEW = 400

/**
 * One page of a list. A few products are gathered and sorted; of many, an index that has the order already is walked,
 * from the nearer end.
 */
export async function readWindow(books: Books, list: ListShape, window: ListWindow): Promise<SummaryRow[]> {
  const limit = Math.min(window.limit, list.count - window.offset)
  if (limit <= 0) return []
  if (list.count <= FEW && list.ranks.length > 0) return gatherRanked(books, list, { offset: window.offset, limit })
  const behind = list.count - window.offset - limit
  const backwards = behind < window.offset
  const way: Way = {
    direction: backwards ? "backwards" : "forwards",
    walks:
      (Math.min(window.offset, behind) + limit) * (list.shopCount / list.count) < list.count ||
      list.count === list.shopCount,
  }
  const rows = await readSegments(books, list, { offset: backwards ? behind : window.offset, limit }, way)
  return backwards ? rows.reverse() : rows
}

/** Everything that meets the conditions, by whichever index finds it fastest, then sorted: no index has this order. */
async function gatherRanked(books: Books, list: ListShape, { offset, limit }: ListWindow): Promise<SummaryRow[]> {
  const found = await sql<SummaryRow>`
    select ${sql.raw(COLUMNS)} from products where ${every(wholeOf(list))}
    order by ${rankOf(list.ranks)}, length(name_words), ${listOrder(list.sort, "forwards")}
    limit ${limit} offset ${offset}`.execute(books.db)
  return found.rows
}

function wholeOf({ conditions, search }: ListShape): Condition[] {
  return search ? [...conditions, search] : [...conditions]
}

function rankOf(claims: readonly Condition[]) {
  const cases = claims.map((claim, index) => sql`when ${claim} then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(claims.length)} end`
}

/** How many products are read: from which end, and by walking an index until there are enough or by sorting them all. */
interface Way {
  direction: "forwards" | "backwards"
  walks: boolean
}

/** Rank after rank in the list's order, until the window is full. */
async function readSegments(books: Books, list: ListShape, window: ListWindow, way: Way): Promise<SummaryRow[]> {
  const segments = segmentsOf(list)
  if (way.direction === "backwards") segments.reverse()
  const rows: SummaryRow[] = []
  let { offset } = window
  for (const [index, segment] of segments.entries()) {
    const found = await readSegment(books, list, segment, { offset, limit: window.limit - rows.length }, way)
    rows.push(...found)
    if (rows.length === window.limit || index === segments.length - 1) break
    offset = found.length > 0 || offset === 0 ? 0 : offset - (await countSegment(books, segment))
  }
  return rows
}

/** The products of each rank by itself: what meets its claim and none before it. */
function segmentsOf({ conditions, search, ranks }: ListShape): Condition[][] {
  return [...ranks, search].map((claim, index) => {
    const before = ranks[index - 1]
    return [...conditions, ...(claim ? [claim] : []), ...(before ? [sql<boolean>`not (${before})`] : [])]
  })
}

/** Behind an offset as little as possible is carried along; only the page itself is read from the table. */
async function readSegment(
  books: Books,
  { sort, search }: Pick<ListShape, "sort" | "search">,
  conditions: readonly Condition[],
  { offset, limit }: ListWindow,
  { direction, walks }: Way,
): Promise<SummaryRow[]> {
  const order = listOrder(sort, direction)
  const segment = (columns: string) => sql`
    with segment as ${walks ? sql`not materialized` : sql`materialized`} (
      select ${sql.raw(columns)} from products where ${every(conditions)})`
  const window = sql`order by ${order} limit ${limit} offset ${offset}`
  const direct = offset === 0 || (search !== null && walks)
  const found = await (direct
    ? sql<SummaryRow>`${segment(COLUMNS)} select ${sql.raw(COLUMNS)} from segment ${window}`
    : sql<SummaryRow>`${segment("id, created_at, price, rating, num_reviews")}
      select ${sql.raw(COLUMNS)} from products join (select id from segment ${window}) page using (id) order by ${order}`
  ).execute(books.db)
  return found.rows
}

async function countSegment(books: Books, conditions: readonly Condition[]): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from products where ${every(conditions)}`.execute(
    books.db,
  )
  return found.rows[0]?.count ?? 0
}

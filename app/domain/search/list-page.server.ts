import { type RawBuilder, sql } from "kysely"
import { type ProductSummaryRow, storedSql, summarySql } from "~/domain/catalog/product-rows.server"
import type { Queryable } from "~/domain/shop"
import { allOf, type Condition } from "./condition.server"
import { countPart, readSpreadBuckets } from "./counts.server"
import {
  filterConditions,
  filterParts,
  findCategory,
  type ListPart,
  matchesNameWords,
  matchesSearch,
  matchesWords,
  orderBySort,
  sortColumns,
} from "./filter-conditions.server"
import type { Matches } from "./matches.server"
import { PRODUCTS_PER_PAGE, type Sort } from "./product-filter"
import { listOverlapping } from "./range-overlap.server"
import type { SearchQuery } from "./search-query"

/** With fewer products than this, ranks are also ordered by the similarity of the name to the keyword. */
const MAX_SORTED_IN_FULL = 400

/** Sorts a few products; walks an ordered index from the nearer end for many. */
export async function readListPage(
  shop: Queryable,
  { filter, catalog, search, count }: Matches,
  shopCount: number,
): Promise<ProductSummaryRow[]> {
  const offset = (filter.page - 1) * PRODUCTS_PER_PAGE
  const limit = Math.min(PRODUCTS_PER_PAGE, count - offset)
  if (limit <= 0) return []
  const isByPrice = filter.sort === "price-asc" || filter.sort === "price-desc"
  const list: ListQuery = {
    parts: isByPrice
      ? filterParts(shop, filter, await readSpreadBuckets(shop, catalog, filter), filter.sort)
      : [{ conditions: filterConditions(shop, filter), overlap: null }],
    search: search && matchesSearch(search, findCategory(shop, filter)),
    ranks: filter.sort === "relevance" && search ? rankConditions(search) : [],
    sort: filter.sort,
  }
  if (count <= MAX_SORTED_IN_FULL && list.ranks.length > 0) return readRanked(shop, list, { offset, limit })
  const rowsAfter = count - offset - limit
  const backwards = rowsAfter < offset
  const plan: QueryPlan = {
    direction: backwards ? "backwards" : "forwards",
    scansIndex: (Math.min(offset, rowsAfter) + limit) * (shopCount / count) < count || count === shopCount,
  }
  const rows = await readSegments(shop, list, { offset: backwards ? rowsAfter : offset, limit }, plan)
  return backwards ? rows.reverse() : rows
}

interface ListQuery {
  /** Disjoint, in the list's order; one part if it has ranks */
  parts: readonly ListPart[]
  search: Condition | null
  /** Rank conditions, strongest first, each within the next one */
  ranks: readonly Condition[]
  sort: Sort
}

interface PageRange {
  offset: number
  limit: number
}

/** Names precede descriptions, the literal keyword precedes its correction. */
function rankConditions({ literal, exact, prefix, tolerant }: SearchQuery): Condition[] {
  const hasOnlySigns = exact !== null && prefix === null
  if (!prefix) return hasOnlySigns ? [] : [matchesNameWords(tolerant)]
  const nameQueries = [literal, exact === prefix ? null : exact, prefix].filter((query) => query !== null)
  const nameConditions = nameQueries.map((query) => matchesNameWords(query))
  return prefix === tolerant ? nameConditions : [...nameConditions, matchesWords(prefix)]
}

/** Sorts all matches, because no index has this order. */
async function readRanked(
  shop: Queryable,
  list: ListQuery,
  { offset, limit }: PageRange,
): Promise<ProductSummaryRow[]> {
  const found = await sql<ProductSummaryRow>`
    select ${summarySql} from products where ${allOf(conditionsWithSearch(list))}
    order by ${rankExpression(list.ranks)}, length(name_words), ${orderBySort(list.sort, "forwards")}
    limit ${limit} offset ${offset}`.execute(shop.db)
  return found.rows
}

function conditionsWithSearch({ parts: [part], search }: ListQuery): Condition[] {
  return [...(part?.conditions ?? []), ...(search ? [search] : [])]
}

function rankExpression(conditions: readonly Condition[]) {
  const cases = conditions.map((condition, index) => sql`when ${condition} then ${sql.lit(index)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(conditions.length)} end`
}

interface QueryPlan {
  direction: "forwards" | "backwards"
  scansIndex: boolean
}

async function readSegments(
  shop: Queryable,
  list: ListQuery,
  range: PageRange,
  plan: QueryPlan,
): Promise<ProductSummaryRow[]> {
  const segments = plan.direction === "backwards" ? segmentsOf(list).toReversed() : segmentsOf(list)
  const rows: ProductSummaryRow[] = []
  let { offset } = range
  for (const [index, segment] of segments.entries()) {
    const found = await readSegment(shop, list, segment, { offset, limit: range.limit - rows.length }, plan)
    rows.push(...found)
    if (rows.length === range.limit || index === segments.length - 1) break
    offset = found.length > 0 || offset === 0 ? 0 : offset - (await countSegment(shop, segment))
  }
  return rows
}

/** Each part, and each rank without the products of the earlier ranks */
function segmentsOf({ parts, search, ranks }: ListQuery): readonly ListPart[] {
  if (!search) return parts
  return parts.flatMap(({ conditions }) =>
    [...ranks, search].map((condition, index) => {
      const before = ranks[index - 1]
      const others = before ? [sql<boolean>`not (${before})`] : []
      return { conditions: [...conditions, condition, ...others], overlap: null }
    }),
  )
}

/** Selects only ids up to the offset, and reads the page itself from the table. */
async function readSegment(
  shop: Queryable,
  { sort, search }: Pick<ListQuery, "sort" | "search">,
  { conditions, overlap }: ListPart,
  { offset, limit }: PageRange,
  { direction, scansIndex }: QueryPlan,
): Promise<ProductSummaryRow[]> {
  const order = orderBySort(sort, direction)
  const rows = (columns: RawBuilder<unknown>) =>
    overlap
      ? listOverlapping(overlap, columns, { sort, order, limit: offset + limit })
      : sql`select ${columns} from products where ${allOf(conditions)}`
  const segment = (columns: RawBuilder<unknown>) => sql`
    with segment as ${scansIndex ? sql`not materialized` : sql`materialized`} (${rows(columns)})`
  const window = sql`order by ${order} limit ${limit} offset ${offset}`
  const direct = !overlap && (offset === 0 || (search !== null && scansIndex))
  const found = await (direct
    ? sql<ProductSummaryRow>`${segment(storedSql)} select ${summarySql} from segment products ${window}`
    : sql<ProductSummaryRow>`${segment(sortColumns(sort))}
      select ${summarySql} from products join (select id from segment ${window}) page using (id) order by ${order}`
  ).execute(shop.db)
  return found.rows
}

async function countSegment(shop: Queryable, segment: ListPart): Promise<number> {
  const found = await sql<{ count: number }>`select ${countPart(segment)} as count`.execute(shop.db)
  return found.rows[0]?.count ?? 0
}

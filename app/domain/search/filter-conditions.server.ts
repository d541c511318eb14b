import { type RawBuilder, sql } from "kysely"
import type { ProductSummaryRow } from "~/domain/catalog/product-rows.server"
import type { Refinement, Sort } from "./product-filter"

export type Condition = RawBuilder<boolean>

export function filterConditions({ category, priceFrom, priceTo, ratingFrom }: Refinement): Condition[] {
  const asked: Record<keyof Refinement, Condition | null> = {
    category: category && sql`products.category = ${category}`,
    priceFrom: priceFrom > 0 ? sql`products.price >= ${priceFrom}` : null,
    priceTo: priceTo === null ? null : sql`products.price <= ${priceTo}`,
    ratingFrom: ratingFrom > 0 ? sql`products.rating >= ${ratingFrom}` : null,
  }
  return [sql`products.deleted_at is null`, ...Object.values(asked).filter((condition) => condition !== null)]
}

/** A category is one of a product's words, so naming it makes the index return fewer products. */
export function matchesWords(query: string, category: string | null = null): Condition {
  if (category === null) return sql`products.words @@ ${query}::tsquery`
  return sql`products.words @@ (${query}::tsquery && plainto_tsquery('english', ${category}))`
}
export const matchesNameWords = (query: string): Condition => sql`products.name_words @@ ${query}::tsquery`

export function allOf(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

export function orderBySort(sort: Sort, direction: "forwards" | "backwards"): RawBuilder<unknown> {
  const { descending, columns } = sortOrders[sort]
  const sqlDirection = descending === (direction === "forwards") ? sql`desc` : sql`asc`
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sqlDirection}`))
}

export function sortColumns(sort: Sort): RawBuilder<unknown> {
  return sql.join(sortOrders[sort].columns.map((column) => sql.ref(column)))
}

const newestFirst: SortOrder = { descending: true, columns: ["created_at", "id"] }
const sortOrders: Record<Sort, SortOrder> = {
  relevance: newestFirst,
  newest: newestFirst,
  "price-asc": { descending: false, columns: ["price", "id"] },
  "price-desc": { descending: true, columns: ["price", "id"] },
  rating: { descending: true, columns: ["rating", "num_reviews", "id"] },
}

interface SortOrder {
  descending: boolean
  columns: (keyof ProductSummaryRow)[]
}

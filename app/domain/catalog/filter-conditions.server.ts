import { type RawBuilder, sql } from "kysely"
import type { ProductFilter, Sort } from "./product-filter"

export type Condition = RawBuilder<boolean>

/** What a filter asks of a product, its keyword apart. */
export function filterConditions({ category, priceFrom, priceTo, ratingFrom }: ProductFilter): Condition[] {
  const all: Condition[] = [sql`products.deleted_at is null`]
  if (category) all.push(sql`products.category = ${category}`)
  if (priceFrom > 0) all.push(sql`products.price >= ${priceFrom}`)
  if (priceTo !== null) all.push(sql`products.price <= ${priceTo}`)
  if (ratingFrom > 0) all.push(sql`products.rating >= ${ratingFrom}`)
  return all
}

/**
 * A product's category is one of its words: to ask for it as well changes nothing but how few products the index names.
 */
export function hasWords(query: string, category: string | null = null): Condition {
  if (category === null) return sql`products.words @@ ${query}::tsquery`
  return sql`products.words @@ (${query}::tsquery && plainto_tsquery('english', ${category}))`
}
export const hasNameWords = (query: string): Condition => sql`products.name_words @@ ${query}::tsquery`

export function every(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The order of a list, from either end; it never leaves two products undecided. */
export function listOrder(sort: Sort, direction: "forwards" | "backwards"): RawBuilder<unknown> {
  const [downwards, columns] = orders[sort]
  const way = downwards === (direction === "forwards") ? sql`desc` : sql`asc`
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${way}`))
}

const newestFirst: Order = [true, ["created_at", "id"]]
const orders: Record<Sort, Order> = {
  relevance: newestFirst,
  newest: newestFirst,
  "price-asc": [false, ["price", "id"]],
  "price-desc": [true, ["price", "id"]],
  rating: [true, ["rating", "num_reviews", "id"]],
}

/** Whether downwards, and by which columns. */
type Order = [downwards: boolean, columns: string[]]

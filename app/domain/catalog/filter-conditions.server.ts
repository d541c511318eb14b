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

export const hasWords = (query: string): Condition => sql`products.words @@ ${query}::tsquery`
export const hasNameWords = (query: string): Condition => sql`products.name_words @@ ${query}::tsquery`

export function every(conditions: readonly Condition[]): Condition {
  return sql`${sql.join(conditions, sql` and `)}`
}

type Direction = "forwards" | "backwards"

/** The order of a list, from either end; it never leaves two products undecided. */
export function listOrder(sort: Sort, direction: Direction): RawBuilder<unknown> {
  const back = direction === "backwards"
  if (sort === "price-asc") return back ? sql`price desc, id desc` : sql`price, id`
  if (sort === "price-desc") return back ? sql`price, id` : sql`price desc, id desc`
  if (sort === "rating") return back ? sql`rating, num_reviews, id` : sql`rating desc, num_reviews desc, id desc`
  return back ? sql`created_at, id` : sql`created_at desc, id desc`
}

import { type RawBuilder, sql } from "kysely"
import type { Category } from "~/domain/catalog/categories/category"
import type { ProductSummaryRow } from "~/domain/catalog/product-rows.server"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Queryable } from "~/domain/shop"
import type { Refinement, Sort } from "./product-filter"

export type Condition = RawBuilder<boolean>

export function filterConditions(shop: Pick<Queryable, "categories">, refinement: Refinement): Condition[] {
  const { priceFrom, priceTo, ratingFrom } = refinement
  const asked: Record<keyof Refinement, Condition | null> = {
    category: refinement.category ? sql`products.category = ${findCategory(shop, refinement)?.key ?? null}` : null,
    priceFrom: priceFrom > 0 ? sql`products.price >= ${priceFrom}` : null,
    priceTo: priceTo === null ? null : sql`products.price <= ${priceTo}`,
    ratingFrom: ratingFrom > 0 ? sql`products.rating >= ${ratingFrom}` : null,
  }
  return [isPublic, ...Object.values(asked).filter((condition) => condition !== null)]
}

export function findCategory(
  { categories }: Pick<Queryable, "categories">,
  { category }: Pick<Refinement, "category">,
): Category | null {
  return category === null ? null : categories.current.find(category)
}

/** A category's name is among a product's words, so that with it the index returns fewer products. */
export function matchesWords(query: string, category: Category | null = null): Condition {
  if (category === null || category.wordsOutdated) return sql`products.words @@ ${query}::tsquery`
  return sql`products.words @@ (${query}::tsquery && plainto_tsquery('english', search_text(${category.name})))`
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

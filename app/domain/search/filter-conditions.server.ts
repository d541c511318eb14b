import { type RawBuilder, sql } from "kysely"
import type { Category } from "~/domain/catalog/categories/category"
import type { ProductSummaryRow } from "~/domain/catalog/product-rows.server"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Cents } from "~/domain/money"
import type { Queryable } from "~/domain/shop"
import type { OptionChoice } from "./option-filter"
import type { Refinement, Sort } from "./product-filter"

export type Condition = RawBuilder<boolean>

type CategoryNames = Pick<Queryable, "categories">

export function filterConditions(shop: CategoryNames, refinement: Refinement): Condition[] {
  const prices = pricePartsFrom(refinement)
  return [...unpricedConditions(shop, refinement), ...(prices.length > 0 ? [anyOf(prices)] : [])]
}

/** Disjoint parts of what a filter finds, each of which an index bounds, in the list's order */
export function filterParts(shop: CategoryNames, refinement: Refinement, sort?: Sort): Condition[][] {
  const others = unpricedConditions(shop, refinement)
  const prices = sort === "price-desc" ? pricePartsTo(refinement) : pricePartsFrom(refinement, sort)
  return prices.length > 0 ? prices.map((part) => [...others, part]) : [others]
}

/** Of the products of a category that cost at most so much, all but those that cost less than the filter: both are in an index. */
export function countedParts(shop: CategoryNames, refinement: Refinement): { all: Condition[][]; less: Condition[][] } {
  const { category, priceFrom, priceTo } = refinement
  if (category === null || priceFrom === 0 || priceTo === null) return { all: filterParts(shop, refinement), less: [] }
  const others = unpricedConditions(shop, refinement)
  return {
    all: [[...others, sql`products.price <= ${priceTo}`]],
    less: [[...others, sql`products.highest_price < ${priceFrom}`]],
  }
}

function unpricedConditions(shop: CategoryNames, refinement: Refinement): Condition[] {
  const { category, ratingFrom, options } = refinement
  const asked: Record<Exclude<keyof Refinement, "priceFrom" | "priceTo" | "options">, Condition | null> = {
    category: category ? sql`products.category = ${findCategory(shop, refinement)?.key ?? null}` : null,
    ratingFrom: ratingFrom > 0 ? sql`products.rating >= ${ratingFrom}` : null,
  }
  return [isPublic, ...Object.values(asked).filter((condition) => condition !== null), ...options.map(hasAny)]
}

/** The second condition is that of the index. */
function hasAny(tags: OptionChoice): Condition {
  return sql`(products.option_tags && ${tags}::text[] and products.option_tags <> '{}')`
}

type PriceFilter = Pick<Refinement, "priceFrom" | "priceTo">

/** A product's prices meet the filter's: those that begin below it, then those that begin within it. */
function pricePartsFrom({ priceFrom, priceTo }: PriceFilter, sort?: Sort): Condition[] {
  if (priceFrom === 0) return priceTo === null ? [] : [sql`products.price <= ${priceTo}`]
  if (priceTo === null && sort !== "price-asc") return [sql`products.highest_price >= ${priceFrom}`]
  const from = sql<boolean>`products.price >= ${priceFrom}`
  return [reachesBeyond(priceFrom - 1), priceTo === null ? from : sql`(${from} and products.price <= ${priceTo})`]
}

/** The same products: those that end above the filter, then those that end within it. */
function pricePartsTo({ priceFrom, priceTo }: PriceFilter): Condition[] {
  const from = sql<boolean>`products.highest_price >= ${priceFrom}`
  if (priceTo === null) return priceFrom === 0 ? [] : [from]
  return [reachesBeyond(priceTo), sql`(${from} and products.highest_price <= ${priceTo})`]
}

/** Whether a product costs at most this, and some of its variants more */
function reachesBeyond(price: Cents): Condition {
  return sql`(products.highest_price > products.price
    and int4range(products.price, products.highest_price) @> ${price}::integer)`
}

export function findCategory(
  { categories }: CategoryNames,
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

function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join(conditions, sql` or `)})`
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
  "price-desc": { descending: true, columns: ["highest_price", "id"] },
  rating: { descending: true, columns: ["rating", "num_reviews", "id"] },
}

interface SortOrder {
  descending: boolean
  columns: (keyof ProductSummaryRow)[]
}

import { type RawBuilder, sql } from "kysely"
import type { Category } from "~/domain/catalog/categories/category"
import type { ProductSummaryRow } from "~/domain/catalog/product-rows.server"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import type { Cents } from "~/domain/money/money"
import type { Queryable } from "~/domain/shop"
import { allOf, anyOf, type Condition } from "./condition.server"
import type { OptionChoice } from "./option-filter"
import type { Refinement, Sort } from "./product-filter"
import type { RangeOverlap, SpreadBuckets } from "./range-overlap.server"
import type { SearchQuery } from "./search-query"

type CategoryNames = Pick<Queryable, "categories">

export function filterConditions(shop: CategoryNames, refinement: Refinement): Condition[] {
  const prices = pricePartsFrom(refinement).map(({ condition }) => condition)
  return [...unpricedConditions(shop, refinement), ...(prices.length > 0 ? [anyOf(prices)] : [])]
}

export interface ListPart {
  conditions: readonly Condition[]
  /** The way to find the products of the part in the list's order, if their prices overlap the bound of the filter */
  overlap: RangeOverlap | null
}

/** Disjoint parts of a filter's result, each bounded by an index, in the list's order */
export function filterParts(
  shop: CategoryNames,
  refinement: Refinement,
  spreadBuckets: SpreadBuckets | null,
  sort?: Sort,
): ListPart[] {
  const others = unpricedConditions(shop, refinement)
  const prices = sort === "price-desc" ? pricePartsTo(refinement) : pricePartsFrom(refinement, sort)
  if (prices.length === 0) return [{ conditions: others, overlap: null }]
  return prices.flatMap(({ condition, boundary }) => {
    if (boundary !== null && !spreadBuckets) return []
    // Options have their own index.
    const overlap = boundary !== null &&
      spreadBuckets &&
      refinement.options.length === 0 && { price: boundary, spreadBuckets, others }
    return [{ conditions: [...others, condition], overlap: overlap || null }]
  })
}

function unpricedConditions(shop: CategoryNames, refinement: Refinement): Condition[] {
  const { category, ratingFrom, options } = refinement
  const conditions: Record<Exclude<keyof Refinement, "priceFrom" | "priceTo" | "options">, Condition | null> = {
    category: category ? sql`products.category = ${findCategory(shop, refinement)?.key ?? null}` : null,
    ratingFrom: ratingFrom > 0 ? sql`products.rating >= ${ratingFrom}` : null,
  }
  return [isPublic, ...Object.values(conditions).filter((condition) => condition !== null), ...options.map(hasAny)]
}

/** The second condition is the index's. */
function hasAny(tags: OptionChoice): Condition {
  return sql`(products.option_tags && ${tags}::text[] and products.option_tags <> '{}')`
}

type PriceFilter = Pick<Refinement, "priceFrom" | "priceTo">

interface PricePart {
  condition: Condition
  boundary: Cents | null
}

/** Products whose prices overlap the filter's range: those that begin below it, then those that begin within it */
function pricePartsFrom({ priceFrom, priceTo }: PriceFilter, sort?: Sort): PricePart[] {
  if (priceFrom === 0) return priceTo === null ? [] : [within(sql`products.price <= ${priceTo}`)]
  if (priceTo === null && sort !== "price-asc") return [within(sql`products.highest_price >= ${priceFrom}`)]
  const from = sql<boolean>`products.price >= ${priceFrom}`
  return [overlapping(priceFrom - 1), within(priceTo === null ? from : sql`(${from} and products.price <= ${priceTo})`)]
}

/** The same products in reverse: those that end above the filter, then those that end within it */
function pricePartsTo({ priceFrom, priceTo }: PriceFilter): PricePart[] {
  const from = sql<boolean>`products.highest_price >= ${priceFrom}`
  if (priceTo === null) return priceFrom === 0 ? [] : [within(from)]
  return [overlapping(priceTo), within(sql`(${from} and products.highest_price <= ${priceTo})`)]
}

function within(condition: Condition): PricePart {
  return { condition, boundary: null }
}

/** Products that cost at most this, although some of their variants cost more */
function overlapping(price: Cents): PricePart {
  const condition = sql<boolean>`(products.highest_price > products.price
    and int4range(products.price, products.highest_price) @> ${price}::integer)`
  return { condition, boundary: price }
}

export function findCategory(
  { categories }: CategoryNames,
  { category }: Pick<Refinement, "category">,
): Category | null {
  return category === null ? null : categories.current.find(category)
}

export function matchesSearch(
  { tolerant, names }: Pick<SearchQuery, "tolerant" | "names">,
  category: Category | null,
): Condition {
  const words = matchesWords(tolerant, category)
  return names === null ? words : allOf([matchesNameWords(names), words])
}

/** Categories' names are among a product's words, so that the index returns fewer products. */
export function matchesWords(query: string, category: Category | null = null): Condition {
  if (category === null || category.wordsOutdated) return sql`products.words @@ ${query}::tsquery`
  return sql`products.words @@ (${query}::tsquery && plainto_tsquery('english', search_text(${category.name})))`
}
export const matchesNameWords = (query: string): Condition => sql`products.name_words @@ ${query}::tsquery`

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

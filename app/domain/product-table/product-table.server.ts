import { type Expression, type RawBuilder, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { ProductSummary } from "~/domain/catalog/product"
import {
  categoryName,
  type ProductSummaryRow,
  productSummaryColumns,
  toProductSummaries,
} from "~/domain/catalog/product-rows.server"
import type { ProductState } from "~/domain/catalog/publication/publication"
import { isPublic, productState } from "~/domain/catalog/publication/publication.server"
import { skuKey } from "~/domain/catalog/variants/sku-key.server"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { UNCOUNTED_STOCK } from "~/domain/inventory/stock"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import { paginate } from "~/domain/lists/paginate.server"
import type { Queryable, Shop } from "~/domain/shop"
import { textKey } from "~/domain/text/text-key"
import { likePattern } from "~db/like-pattern"
import { LOW_STOCK, type stockChoices } from "./product-table"
import type { ProductTableColumn, ProductTableFilter, ProductTableSort } from "./product-table-filter"

export interface ProductTableRow extends ProductSummary {
  state: ProductState
  /** Low variants, the fewest units first */
  lowVariants: LowVariant[]
  /** Whether a variant is sold without counting */
  sellsUncounted: boolean
}

interface LowVariant {
  title: string
  stock: number
}

interface ProductTablePage {
  products: ProductTableRow[]
  /** The number of matches on all pages */
  count: number
}

type ProductTableConditions = Omit<ProductTableFilter, "page" | "sort">

export async function listProductTable(
  shop: Shop,
  _staff: Staff<"products.see">,
  filter: ProductTableFilter,
): Promise<ProductTablePage> {
  const sorted = sortProductTable(matchingProducts(shop, filter), filter.sort).select(productTableColumns)
  const { rows, count } = await paginate(shop, sorted, filter.page)
  return { products: toProductTable(shop, rows), count }
}

const hasVariant = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from variants where product_id = products.id and removed_at is null and ${condition})`

const MOST_LOW = 3

const lowVariants = sql<LowVariant[]>`coalesce((
  select json_agg(low) from (
    select title, stock from variants
    where product_id = products.id and removed_at is null and title <> '' and stock <= ${LOW_STOCK}
    order by stock, position, id limit ${MOST_LOW}) low), '[]')`

export const productTableColumns = [
  ...productSummaryColumns,
  productState.as("state"),
  lowVariants.as("low_variants"),
  hasVariant(sql`uncounted_units is not null`).as("sells_uncounted"),
] as const

export function toProductTable(
  shop: Shop,
  rows: readonly (ProductSummaryRow & { state: ProductState; low_variants: LowVariant[]; sells_uncounted: boolean })[],
): ProductTableRow[] {
  return rows.flatMap(({ state, low_variants: lowVariants, sells_uncounted: sellsUncounted, ...row }) =>
    toProductSummaries(shop, [row]).map((product) => ({ ...product, state, lowVariants, sellsUncounted })),
  )
}

export interface LowStockVariant {
  id: string
  productId: string
  /** A name such as `Chore Jacket, M, Indigo` */
  name: string
  stock: number
}

/** Variants of products for sale, the fewest units first */
export async function listLowStock(
  shop: Shop,
  _staff: Staff<"products.see">,
  most: number,
): Promise<LowStockVariant[]> {
  return shop.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select(["variants.id", "product_id as productId", "variants.stock", lineTitleSql.as("name")])
    .where("removed_at", "is", null)
    .where(sql<boolean>`variants.stock <= ${sql.lit(LOW_STOCK)}`)
    .where(isPublic)
    .orderBy("variants.stock")
    .orderBy("variants.id")
    .limit(most)
    .execute()
}

/** The stock is redundant, but found by an index that sales do not change. */
const isUncounted = sql`stock = ${sql.lit(UNCOUNTED_STOCK)} and uncounted_units is not null`

const isLow = sql`stock <= ${sql.lit(LOW_STOCK)}`

/** Only the conditions on variants have an index, so that a sale does not have to update one on products. */
const stockConditions: Record<(typeof stockChoices)[number], RawBuilder<boolean>> = {
  out: sql`${hasVariant(sql`stock = 0`)} and products.stock = 0`,
  few: sql`${hasVariant(isLow)} and products.stock between 1 and ${sql.lit(LOW_STOCK)}`,
  plenty: sql`products.stock > ${sql.lit(LOW_STOCK)}`,
  partly: sql`${hasVariant(sql`stock = 0`)} and products.stock > 0`,
  low: hasVariant(isLow),
  uncounted: hasVariant(isUncounted),
}

export function matchingProducts(shop: Queryable, { search, category, stock, status }: ProductTableConditions) {
  let matching = shop.db.selectFrom("products").where("deleted_at", "is", null)
  if (category) matching = matching.where("category", "=", shop.categories.current.find(category)?.key ?? "")
  if (stock) matching = matching.where(stockConditions[stock])
  if (status === "published") matching = matching.where(isPublic)
  else if (status) matching = matching.where(sql<boolean>`not ${isPublic} and ${productState} = ${status}`)
  if (!search) return matching
  return matching.where((row) =>
    row.or([
      row("products.name", "ilike", likePattern(search)),
      row("products.id", "=", search.toLowerCase()),
      sql<boolean>`products.id = any(array(${productsBySku(search)}))`,
      sql<boolean>`products.id = any(array(${productsByWords(search)}))`,
    ]),
  )
}

/** Searches by the beginning of an SKU. */
function productsBySku(search: string) {
  const sku = textKey(search)
  return sql`
    select product_id from variants where removed_at is null and sku is not null
      and ${skuKey} >= ${sku} and ${skuKey} < ${`${sku}\u{10FFFF}`}
    limit ${MAX_FOUND}`
}

/** Words include other spellings, and the values of options; each half of the union has an index. */
function productsByWords(search: string) {
  const found = (condition: RawBuilder<unknown>) => sql`(
    select id from products
    where ${condition} and words @@ plainto_tsquery('names', search_letters(${search}))
    limit ${MAX_FOUND})`
  return sql`${found(isPublic)} union all ${found(sql`not ${isPublic} and deleted_at is null`)}`
}

const MAX_FOUND = 1_000

const columns: Record<ProductTableColumn, Expression<unknown>> = {
  date: sql`products.created_at`,
  name: inDictionaryOrder(sql`products.name`),
  category: inDictionaryOrder(categoryName),
  price: sql`products.price`,
  stock: sql`products.stock`,
  rating: sql`products.rating`,
}

export function sortProductTable<Query extends ReturnType<typeof matchingProducts>>(
  query: Query,
  sort: ProductTableSort,
) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  return query
    .orderBy(columns[sort.replace("-", "") as ProductTableColumn], direction)
    .orderBy("products.id", direction)
}

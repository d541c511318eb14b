import { type Selectable, sql } from "kysely"
import { MAX_STOCK } from "~/domain/inventory/stock"
import {
  allPictures,
  firstPicture,
  type ProductPicture,
  viewProductPicture,
} from "~/domain/media/product-images.server"
import type { Queryable, Shop } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"
import type { Tables } from "~db/schema"
import { unitsOf } from "./catalog-changes.server"
import { measureRecord } from "./measures/measure-record"
import type { Product, ProductSummary } from "./product"
import { isPublic } from "./publication/publication.server"
import { offerRecord } from "./variants/variant-record"
import { liveVariants, toVariant } from "./variants/variant-rows.server"

const factColumnNames = [
  "id",
  "name",
  ...offerRecord.columns,
  ...measureRecord.columns,
  "prior_price",
  "highest_price",
  "has_options",
  "stock",
  "rating",
  "num_reviews",
  "created_at",
] as const satisfies (keyof Tables["products"])[]

interface ProductFactsRow extends Pick<Selectable<Tables["products"]>, (typeof factColumnNames)[number]> {
  /** The category's name */
  category: string
}

export interface ProductSummaryRow extends ProductFactsRow {
  first_picture: ProductPicture | null
}

const storedColumns = factColumnNames.map((name) => `products.${name}` as const)

/** The successor's name while the products of a deleted category are being moved there */
export const categoryName = sql<string>`(
  select coalesce(successor.name, own.name)
  from categories own left join categories successor on successor.key = own.successor
  where own.key = products.category)`

export const productFactColumns = [...storedColumns, categoryName.as("category")] as const

export const productSummaryColumns = [...productFactColumns, firstPicture.as("first_picture")] as const

/** Expects the table `products` in the statement */
export const storedSql = sql.join([...storedColumns, "products.category"].map((column) => sql.ref(column)))
export const summarySql = sql.join([
  ...storedColumns.map((column) => sql.ref(column)),
  sql`${categoryName} as category`,
  sql`${firstPicture} as first_picture`,
])

/** Returns public products in the order of the ids. */
export async function readSummaryRows(shop: Queryable, ids: readonly string[]): Promise<ProductSummaryRow[]> {
  if (ids.length === 0) return []
  const rows = await shop.db
    .selectFrom("products")
    .select(productSummaryColumns)
    .modifyFront(preparedStatement)
    .where(sql<boolean>`id = any(${ids})`)
    .where(isPublic)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findSummaries(shop: Shop, ids: readonly string[]): Promise<ProductSummary[]> {
  return toProductSummaries(shop, await readSummaryRows(shop, ids))
}

export function toProductSummaries(
  shop: Pick<Shop, "media" | "noteRead">,
  rows: readonly ProductSummaryRow[],
): ProductSummary[] {
  return rows.map(({ first_picture: picture, ...facts }) => {
    shop.noteRead?.(facts.id)
    return { ...toProductFacts(facts), picture: picture && viewProductPicture(shop, picture) }
  })
}

/** Tags the response with the product's stock as well, which lists of summaries do not show. */
export function noteProductRead({ noteRead }: Pick<Shop, "noteRead">, id: string): void {
  noteRead?.(id)
  noteRead?.(unitsOf(id))
}

export type ProductFacts = Omit<ProductSummary, "picture">

export function toProductFacts(row: ProductFactsRow): ProductFacts {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    ...offerRecord.valuesOf(row),
    ...measureRecord.valuesOf(row),
    priorPrice: row.prior_price,
    highestPrice: row.highest_price,
    hasOptions: row.has_options,
    stock: Math.min(row.stock, MAX_STOCK),
    rating: row.rating,
    numReviews: row.num_reviews,
    createdAt: row.created_at,
  }
}

export async function describeProducts<Facts extends ProductFacts>(
  shop: Pick<Shop, "db" | "media" | "noteRead">,
  products: readonly Facts[],
): Promise<(Facts & Omit<Product, keyof ProductFacts>)[]> {
  if (products.length === 0) return []
  const ids = products.map((product) => product.id)
  for (const id of ids) noteProductRead(shop, id)
  const rows = await shop.db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "products.id")
    .select(["products.id", "product_descriptions.description", "facts", allPictures.as("pictures")])
    .select(["products.options", liveVariants.as("variants")])
    .where(sql<boolean>`products.id = any(${ids})`)
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return products.map((product) => {
    const { description = "", facts = {}, pictures = [], options = [], variants = [] } = rowsById.get(product.id) ?? {}
    return {
      ...product,
      desc: description,
      facts,
      pictures: pictures.map((picture) => viewProductPicture(shop, picture)),
      options,
      variants: variants.map((variant) => toVariant(shop.media.baseUrl, product.name, variant)),
    }
  })
}

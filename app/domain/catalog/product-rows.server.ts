import { type Selectable, sql } from "kysely"
import { preparedStatement } from "~db/prepared-statements.server"
import type { ProductsTable } from "~db/schema"
import type { PictureView } from "../media/picture"
import { picturesOfProducts } from "../media/product-images.server"
import type { Queryable, Shop } from "../shop"
import type { Product, ProductSummary } from "./product"

const summaryColumnNames = [
  "id",
  "name",
  "category",
  "price",
  "compare_at_price",
  "prior_price",
  "stock",
  "rating",
  "num_reviews",
  "created_at",
] as const satisfies (keyof ProductsTable)[]

export type ProductSummaryRow = Pick<Selectable<ProductsTable>, (typeof summaryColumnNames)[number]>

/** The columns of a product in a list. */
export const productSummaryColumns = summaryColumnNames.map((name) => `products.${name}` as const)

/** The same for statements that are written in SQL: what they select from is called `products`. */
export const summarySql = sql.join(productSummaryColumns.map((column) => sql.ref(column)))

/** The products of these ids that are still sold, in this order. */
export async function readSummaryRows(shop: Queryable, ids: readonly string[]): Promise<ProductSummaryRow[]> {
  if (ids.length === 0) return []
  const rows = await shop.db
    .selectFrom("products")
    .select(productSummaryColumns)
    .modifyFront(preparedStatement)
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The products of these ids that are still sold, in this order, each with its first picture. */
export async function findSummaries(shop: Shop, ids: readonly string[]): Promise<ProductSummary[]> {
  return withPictures(shop, await readSummaryRows(shop, ids))
}

/** The products of rows, each with its first picture. */
export async function withPictures(
  shop: Pick<Shop, "db" | "media">,
  rows: readonly ProductSummaryRow[],
): Promise<ProductSummary[]> {
  const ids = rows.map((row) => row.id)
  const pictures = await picturesOfProducts(shop, ids, "first")
  return rows.map((row) => toProductSummary(row, pictures))
}

export function toProductSummary(row: ProductSummaryRow, pictures: ReadonlyMap<string, PictureView[]>): ProductSummary {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    price: row.price,
    compareAtPrice: row.compare_at_price,
    priorPrice: row.prior_price,
    stock: row.stock,
    rating: row.rating,
    numReviews: row.num_reviews,
    createdAt: row.created_at,
    picture: pictures.get(row.id)?.[0] ?? null,
  }
}

/** The same products with their descriptions and all their pictures, for the public JSON. */
export async function describeProducts(shop: Shop, products: readonly ProductSummary[]): Promise<Product[]> {
  if (products.length === 0) return []
  const ids = products.map((product) => product.id)
  const [pictures, descriptions] = await Promise.all([
    picturesOfProducts(shop, ids, "all"),
    shop.db.selectFrom("product_descriptions").selectAll().where(sql<boolean>`product_id = any(${ids})`).execute(),
  ])
  const texts = new Map(descriptions.map((row) => [row.product_id, row.description]))
  return products.map(({ picture: _, ...product }) => ({
    ...product,
    desc: texts.get(product.id) ?? "",
    pictures: pictures.get(product.id) ?? [],
  }))
}

import { sql } from "kysely"
import { plannedOnce } from "~db/planned-once.server"
import type { PictureView } from "../media/picture"
import { picturesOfProducts } from "../media/product-images.server"
import type { Books, Shop } from "../shop"
import type { Category } from "./category"
import type { ProductSummary } from "./product"

/** The columns of a product in a list. */
export const summaryColumns = [
  "products.id",
  "products.name",
  "products.category",
  "products.price",
  "products.stock",
  "products.rating",
  "products.num_reviews",
  "products.created_at",
] as const

export interface SummaryRow {
  id: string
  name: string
  category: string
  price: number
  stock: number
  rating: number
  num_reviews: number
  created_at: Date
}

/** The products of these ids that are still sold, in this order. */
export async function readRows(books: Books, ids: readonly string[]): Promise<SummaryRow[]> {
  const rows = await books.db
    .selectFrom("products")
    .select(summaryColumns)
    .modifyFront(plannedOnce)
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The products of rows, each with its first picture. */
export async function withPictures(
  shop: Pick<Shop, "db" | "media">,
  rows: readonly SummaryRow[],
): Promise<ProductSummary[]> {
  const ids = rows.map((row) => row.id)
  const pictures = await picturesOfProducts(shop, ids, "first")
  return rows.map((row) => toSummary(row, pictures))
}

export function toSummary(row: SummaryRow, pictures: ReadonlyMap<string, PictureView[]>): ProductSummary {
  return {
    id: row.id,
    name: row.name,
    category: row.category as Category,
    price: row.price,
    stock: row.stock,
    rating: row.rating,
    numReviews: row.num_reviews,
    createdAt: row.created_at,
    picture: pictures.get(row.id)?.[0] ?? null,
  }
}

import type { PictureView } from "../media/picture"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
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

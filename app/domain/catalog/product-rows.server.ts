import type { PictureView } from "../media/picture"
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

import type { Product } from "~/domain/catalog/product"
import { type ProductField, productTexts } from "~/domain/catalog/product-fields"
import type { Publication } from "~/domain/catalog/publication/publication"

export type CsvProduct = Pick<Product & Publication, "id" | ProductField>

/** `stockSeen` is the stock at the export: an import applies the difference. */
export type CsvColumn = "_id" | ProductField | "stockSeen"

const text = (field: ProductField) => (product: CsvProduct) => productTexts(product)[field]

export const productColumns: Record<CsvColumn, (product: CsvProduct) => string> = {
  _id: ({ id }) => id,
  name: text("name"),
  category: text("category"),
  price: text("price"),
  compareAtPrice: text("compareAtPrice"),
  stock: text("stock"),
  stockSeen: text("stock"),
  desc: text("desc"),
  status: text("status"),
  publishedFrom: text("publishedFrom"),
  publishedUntil: text("publishedUntil"),
}

export const csvColumns = Object.keys(productColumns) as CsvColumn[]

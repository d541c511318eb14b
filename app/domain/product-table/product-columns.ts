import type { Product } from "~/domain/catalog/product"
import { type ProductField, productTexts } from "~/domain/catalog/product-fields"

/** What a row of a CSV file says of a product. */
export type CsvProduct = Pick<Product, "id" | ProductField>

/** `stockSeen` is the stock at the time of the export: an import applies the difference, so what was sold meanwhile stays sold. */
export type CsvColumn = "_id" | ProductField | "stockSeen"

const text = (field: ProductField) => (product: CsvProduct) => productTexts(product)[field]

/** The columns of a product in CSV, under the names of the public JSON. */
export const productColumns: Record<CsvColumn, (product: CsvProduct) => string> = {
  _id: ({ id }) => id,
  name: text("name"),
  category: text("category"),
  price: text("price"),
  compareAtPrice: text("compareAtPrice"),
  stock: text("stock"),
  stockSeen: text("stock"),
  desc: text("desc"),
}

export const csvColumns = Object.keys(productColumns) as CsvColumn[]

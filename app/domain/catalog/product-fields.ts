import { centsToText } from "../format-money"
import type { Product, ProductFields } from "./product"

/** A field under its name in the form, in files and in the audit log. */
export type ProductField = keyof ProductFields

/** In the order in which changes are listed. */
export const productFieldLabels: Record<ProductField, string> = {
  name: "Name",
  price: "Price",
  compareAtPrice: "Compare-at price",
  category: "Category",
  stock: "Stock",
  desc: "Description",
}

export const productFields = Object.keys(productFieldLabels) as ProductField[]

/** Returns a product as its form and a file write it; prices in dollars. */
export function productTexts(product: Pick<Product, ProductField>): Record<ProductField, string> {
  const { name, price, compareAtPrice, category, stock, desc } = product
  return {
    name,
    price: centsToText(price),
    compareAtPrice: compareAtPrice === null ? "" : centsToText(compareAtPrice),
    category,
    stock: String(stock),
    desc,
  }
}

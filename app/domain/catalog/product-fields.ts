import { centsToText } from "../format-money"
import { factLabels, factTexts } from "./facts/facts"
import type { Product, ProductFields } from "./product"
import type { Publication } from "./publication/publication"

export type ProductField = keyof ProductFields

export const productFieldLabels: Record<ProductField, string> = {
  name: "Name",
  price: "Price",
  compareAtPrice: "Compare-at price",
  category: "Category",
  stock: "Stock",
  desc: "Description",
  status: "Status",
  publishedFrom: "Published from",
  publishedUntil: "Published until",
  ...factLabels,
  ownFacts: "More facts",
}

/** A product with the fields that are edited */
export type DescribedProduct = Pick<
  Product & Publication,
  Extract<ProductField, keyof (Product & Publication)> | "facts"
>

export const productFields = Object.keys(productFieldLabels) as ProductField[]

/** Formats fields as the form and CSV files do, with prices in dollars. */
export function productTexts(product: DescribedProduct): Record<ProductField, string> {
  const { name, price, compareAtPrice, category, stock, desc, status, publishedFrom, publishedUntil, facts } = product
  return {
    name,
    price: centsToText(price),
    compareAtPrice: compareAtPrice === null ? "" : centsToText(compareAtPrice),
    category,
    stock: String(stock),
    desc,
    status,
    publishedFrom: publishedFrom ?? "",
    publishedUntil: publishedUntil ?? "",
    ...factTexts(facts),
  }
}

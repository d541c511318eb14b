import { centsToText } from "~/domain/money/format-money"
import { factLabels, factTexts } from "../facts/facts"
import type { EditableProduct, ProductFields } from "../product"

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
  taxClass: "Tax class",
  ...factLabels,
  ownFacts: "More facts",
}

export type DescribedProduct = Pick<EditableProduct, Extract<ProductField, keyof EditableProduct> | "facts">

export const productFields = Object.keys(productFieldLabels) as ProductField[]

/** Formats fields as the form and CSV files do, with prices in dollars. */
export function productTexts(product: DescribedProduct): Record<ProductField, string> {
  const { name, price, compareAtPrice, category, stock, desc, taxClass, facts } = product
  const { status, publishedFrom, publishedUntil } = product
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
    taxClass,
    ...factTexts(facts),
  }
}

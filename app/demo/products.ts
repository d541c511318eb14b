import type { Category } from "~/domain/catalog/category"
import { clothing } from "./products/clothing"
import { electronics } from "./products/electronics"
import { footwear } from "./products/footwear"
import { gaming } from "./products/gaming"
import { household } from "./products/household"
import { kitchen } from "./products/kitchen"

export interface DemoProduct {
  slug: string
  name: string
  desc: string
  category: Category
  /** cents */
  price: number
  /** what it cost until its sale began, in cents */
  compareAtPrice?: number
  stock: number
  /** how many pictures there are, and what each of them shows */
  views: number
  alt: string[]
}

/** How long ago the sales of the demo began. */
export const SALE_DAYS = 6

/** A product as its category's file writes it: the category and the number of pictures follow. */
export type ProductEntry = Omit<DemoProduct, "category" | "views">

/** The whole demo catalogue, category by category. */
export const demoProducts: DemoProduct[] = [
  ...inCategory("Electronics", electronics),
  ...inCategory("Footwear", footwear),
  ...inCategory("Clothing", clothing),
  ...inCategory("Gaming", gaming),
  ...inCategory("Kitchen", kitchen),
  ...inCategory("Household", household),
]

function inCategory(category: Category, entries: ProductEntry[]): DemoProduct[] {
  return entries.map((entry) => ({ ...entry, category, views: entry.alt.length }))
}

import type { Category } from "~/domain/catalog/category"
import type { DrawingName } from "./drawing/album"
import type { Tone } from "./drawing/colour"
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
  stock: number
  /** which drawing of the album shows it, on which ground */
  drawing: DrawingName
  ground: Tone
  /** how many pictures there are, and what each of them shows */
  views: number
  alt: string[]
}

/** A product as its category's file writes it: the category and the number of pictures follow. */
export type ProductEntry = Omit<DemoProduct, "category" | "views">

/** The whole demo catalogue, category by category. */
export const demoProducts: DemoProduct[] = [
  ...shelf("Electronics", electronics),
  ...shelf("Footwear", footwear),
  ...shelf("Clothing", clothing),
  ...shelf("Gaming", gaming),
  ...shelf("Kitchen", kitchen),
  ...shelf("Household", household),
]

function shelf(category: Category, entries: ProductEntry[]): DemoProduct[] {
  return entries.map((entry) => ({ ...entry, category, views: entry.alt.length }))
}

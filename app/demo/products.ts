import { type Category, categories } from "~/domain/catalog/category"
import products from "./products.json"

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

export const SALE_DAYS = 6

const shelves: Record<Category, Omit<DemoProduct, "category" | "views">[]> = products

export const demoProducts: DemoProduct[] = categories.flatMap((category) =>
  shelves[category].map((product) => ({ ...product, category, views: product.alt.length })),
)

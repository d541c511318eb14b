import { type Category, categories } from "~/domain/catalog/category"
import products from "./products.json"

export interface DemoProduct {
  slug: string
  name: string
  desc: string
  category: Category
  /** Cents */
  price: number
  /** The price before its sale, in cents */
  compareAtPrice?: number
  stock: number
  /** The number of pictures, and their descriptions */
  views: number
  alt: string[]
}

export const SALE_DAYS = 6

const shelves: Record<Category, Omit<DemoProduct, "category" | "views">[]> = products

export const demoProducts: DemoProduct[] = categories.flatMap((category) =>
  shelves[category].map((product) => ({ ...product, category, views: product.alt.length })),
)

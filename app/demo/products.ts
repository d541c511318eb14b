import { initialCategories } from "~/domain/catalog/categories/category"
import products from "./products.json"

export interface DemoProduct {
  slug: string
  name: string
  desc: string
  category: (typeof initialCategories)[number]
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

const shelves: Record<DemoProduct["category"], Omit<DemoProduct, "category" | "views">[]> = products

export const demoProducts: DemoProduct[] = initialCategories.flatMap((category) =>
  shelves[category].map((product) => ({ ...product, category, views: product.alt.length })),
)

import { sql } from "kysely"
import { picturesOfProducts } from "../media/product-images.server"
import type { Shop } from "../shop"
import { type Category, categories } from "./category"
import { countByCategory, countProducts } from "./count-cache.server"
import { filterConditions, hasWords } from "./filter-conditions.server"
import { type ListShape, readWindow } from "./list-window.server"
import { findMatches, questionOf, ranksOf } from "./matches.server"
import type { Product, ProductSummary } from "./product"
import { everything, PRODUCTS_PER_PAGE, type ProductFilter } from "./product-filter"
import { toSummary } from "./product-rows.server"

export interface ProductList {
  products: ProductSummary[]
  /** How many products the shop sells. */
  productCount: number
  resultPerPage: number
  /** How many of them the filter leaves, on all pages. */
  filteredProductCount: number
  /** How the keyword was understood when nothing is called what was typed. */
  corrected: string | null
}

/** One page of the products that a filter leaves; a page past the end is empty. */
export async function listProducts(shop: Shop, filter: ProductFilter): Promise<ProductList> {
  const { search, count } = await findMatches(shop, filter)
  const shopCount = await countProducts(shop, questionOf(everything, null))
  const list: ListShape = {
    conditions: filterConditions(filter),
    search: search && hasWords(search.full),
    ranks: filter.sort === "relevance" ? ranksOf(search) : [],
    sort: filter.sort,
    count,
    shopCount,
  }
  const window = { offset: (filter.page - 1) * PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE }
  const rows = await readWindow(shop, list, window)
  const pictures = await picturesOfProducts(
    shop,
    rows.map((row) => row.id),
    "first",
  )
  return {
    products: rows.map((row) => toSummary(row, pictures)),
    productCount: shopCount,
    resultPerPage: PRODUCTS_PER_PAGE,
    filteredProductCount: count,
    corrected: search?.corrected ?? null,
  }
}

/** How many products each category would leave if it were chosen, whichever is chosen now. */
export async function countCategories(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ category: Category; count: number }[]> {
  const { search } = await findMatches(shop, filter)
  const wide = { ...filter, category: null }
  const counts = filter.keyword && !search ? {} : await countByCategory(shop, questionOf(wide, search))
  return categories.map((category) => ({ category, count: counts[category] ?? 0 }))
}

/** The same products with their descriptions and all their pictures, for the public JSON. */
export async function describeProducts(shop: Shop, products: readonly ProductSummary[]): Promise<Product[]> {
  if (products.length === 0) return []
  const ids = products.map((product) => product.id)
  const [pictures, descriptions] = await Promise.all([
    picturesOfProducts(shop, ids, "all"),
    shop.db.selectFrom("product_descriptions").selectAll().where(sql<boolean>`product_id = any(${ids})`).execute(),
  ])
  const texts = new Map(descriptions.map((row) => [row.product_id, row.description]))
  return products.map(({ picture: _, ...product }) => ({
    ...product,
    desc: texts.get(product.id) ?? "",
    pictures: pictures.get(product.id) ?? [],
  }))
}

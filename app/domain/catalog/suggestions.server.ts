import type { Shop } from "../shop"
import { categories } from "./category"
import { cleanKeyword, keywordPath } from "./keyword"
import { listProducts } from "./listing.server"
import { popularSearchesLike } from "./popular-searches.server"
import { everything } from "./product-filter"

export interface Suggestion {
  kind: "search" | "category" | "product"
  text: string
  /** Where it leads. */
  href: string
}

const MOST_SEARCHES = 3
const MOST_PRODUCTS = 6

/** What somebody who has typed so much may be looking for: searches of others, categories, products. */
export async function suggest(shop: Shop, typed: string): Promise<Suggestion[]> {
  const keyword = cleanKeyword(typed).toLowerCase()
  if (keyword.length < 2) return []
  const [searches, list] = await Promise.all([
    popularSearchesLike(shop, keyword, MOST_SEARCHES),
    listProducts(shop, { ...everything, keyword, sort: "relevance" }),
  ])
  return [
    ...searches.map((text): Suggestion => ({ kind: "search", text, href: keywordPath(text) })),
    ...categories
      .filter((category) => category.toLowerCase().startsWith(keyword))
      .map((text): Suggestion => ({ kind: "category", text, href: `/products?category=${text}` })),
    ...list.products
      .slice(0, MOST_PRODUCTS)
      .map(({ id, name }): Suggestion => ({ kind: "product", text: name, href: `/product/${id}` })),
  ]
}

import { featuredProducts } from "~/domain/catalog/featured.server"
import { findMatches } from "~/domain/search/matches.server"
import { findNearest } from "~/domain/search/nearest.server"
import { emptyFilter, type ProductFilter, productsPath } from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { viewCards } from "./view-cards"

export async function suggestAlternatives(shop: Shop, filter: ProductFilter) {
  const { keyword } = filter
  const bare = { ...emptyFilter, keyword, sort: filter.sort }
  const { count: unfiltered } = await findMatches(shop, bare)
  if (unfiltered > 0) {
    const href = productsPath(bare)
    return { keyword, unfiltered: { count: unfiltered, href }, meant: null, nearest: [], popular: [] }
  }
  const { didYouMean, products } = await findNearest(shop, keyword)
  const meant = didYouMean && { keyword: didYouMean, href: productsPath({ ...bare, keyword: didYouMean }) }
  const popular = products.length > 0 ? [] : (await featuredProducts(shop)).featured
  return { keyword, unfiltered: null, meant, nearest: viewCards(shop, products), popular: viewCards(shop, popular) }
}

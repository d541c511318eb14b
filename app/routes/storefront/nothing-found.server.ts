import { readCatalogVersion } from "~/domain/catalog/catalog-memory.server"
import { featuredProducts } from "~/domain/catalog/front.server"
import { findMatches } from "~/domain/catalog/matches.server"
import { findNearest } from "~/domain/catalog/nearest.server"
import { everything, type ProductFilter, productsPath } from "~/domain/catalog/product-filter"
import type { Shop } from "~/domain/shop"

/** What to offer for an empty list: the same without its filters, another keyword, what comes nearest, what others like. */
export async function viewNothing(shop: Shop, filter: ProductFilter) {
  const { keyword } = filter
  const bare = { ...everything, keyword, sort: filter.sort }
  const { count: unfiltered } = await findMatches(shop, await readCatalogVersion(shop), bare)
  if (unfiltered > 0) {
    const href = productsPath(bare)
    return { keyword, unfiltered: { count: unfiltered, href }, meant: null, nearest: [], popular: [] }
  }
  const { didYouMean, products } = await findNearest(shop, keyword)
  const meant = didYouMean && { keyword: didYouMean, href: productsPath({ ...bare, keyword: didYouMean }) }
  const popular = products.length > 0 ? [] : await featuredProducts(shop)
  return { keyword, unfiltered: null, meant, nearest: products, popular }
}

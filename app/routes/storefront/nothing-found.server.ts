import { readCatalogVersion } from "~/domain/catalog/catalog-memory.server"
import { findMatches } from "~/domain/catalog/matches.server"
import { findNearest } from "~/domain/catalog/nearest.server"
import { everything, type ProductFilter, productsPath } from "~/domain/catalog/product-filter"
import type { Shop } from "~/domain/shop"

/** What to offer when a list is empty: the same without its filters, another keyword, what comes nearest. */
export async function viewNothing(shop: Shop, filter: ProductFilter) {
  const { keyword } = filter
  const bare = { ...everything, keyword, sort: filter.sort }
  const { count: unfiltered } = await findMatches(shop, await readCatalogVersion(shop), bare)
  if (unfiltered > 0)
    return { keyword, unfiltered: { count: unfiltered, href: productsPath(bare) }, meant: null, nearest: [] }
  const { didYouMean, products } = await findNearest(shop, keyword)
  const meant = didYouMean && { keyword: didYouMean, href: productsPath({ ...bare, keyword: didYouMean }) }
  return { keyword, unfiltered: null, meant, nearest: products }
}

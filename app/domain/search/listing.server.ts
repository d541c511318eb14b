import { optionOf } from "~/domain/catalog/catalog-changes.server"
import type { ProductSummary } from "~/domain/catalog/product"
import { type ProductSummaryRow, readSummaryRows, toProductSummaries } from "~/domain/catalog/product-rows.server"
import type { Queryable, Shop } from "~/domain/shop"
import { cached, countByCategory, countMatches, listVersion } from "./counts.server"
import { readListPage } from "./list-page.server"
import { findMatches, type Matches } from "./matches.server"
import { countOptions, type OptionCount } from "./option-counts.server"
import { emptyFilter, PRODUCTS_PER_PAGE, type ProductFilter } from "./product-filter"

interface ProductList {
  products: ProductSummary[]
  productCount: number
  resultPerPage: number
  filteredProductCount: number
  corrected: string | null
  /** The words of the keyword, if each of them is in the catalogue */
  words: string | null
}

interface CategoryCount {
  /** The category's name */
  category: string
  count: number
}

export async function listProducts(shop: Shop, filter: ProductFilter): Promise<ProductList> {
  return readList(shop, await findMatches(shop, filter))
}

export async function browseProducts(
  shop: Shop,
  filter: ProductFilter,
): Promise<ProductList & { categories: CategoryCount[]; options: OptionCount[] }> {
  const matches = await findMatches(shop, filter)
  const [list, categories, options] = await Promise.all([
    readList(shop, matches),
    countCategories(shop, matches),
    countOptions(shop, matches),
  ])
  return { ...list, categories, options }
}

export async function countCategories(
  shop: Queryable,
  { catalog, filter, search }: Pick<Matches, "catalog" | "filter" | "search">,
): Promise<CategoryCount[]> {
  const hasNoWord = filter.keyword !== "" && search === null
  const counts = hasNoWord ? {} : await countByCategory(shop, catalog, filter, search)
  return shop.categories.current.all.map(({ key, name }) => ({ category: name, count: counts[key] ?? 0 }))
}

async function readList(shop: Shop, matches: Matches): Promise<ProductList> {
  for (const tag of matches.filter.options.flat()) shop.noteRead?.(optionOf(tag))
  const { rows, shopCount } = await readListRows(shop, matches)
  return {
    products: toProductSummaries(shop, rows),
    productCount: shopCount,
    resultPerPage: PRODUCTS_PER_PAGE,
    filteredProductCount: matches.count,
    corrected: matches.search?.corrected ?? null,
    words: matches.search?.words ?? null,
  }
}

/** Caches the products of a page until the catalogue changes, but neither price nor stock. */
export async function readListRows(
  shop: Queryable,
  matches: Matches,
): Promise<{ rows: ProductSummaryRow[]; shopCount: number }> {
  const { filter, catalog } = matches
  const shopCount = await countMatches(shop, catalog, emptyFilter, null)
  const fresh: ProductSummaryRow[] = []
  const version = filter.options.length > 0 ? listVersion(catalog) : catalog.version
  const ids = await cached(shop, version, `page ${JSON.stringify(filter)}`, async () => {
    fresh.push(...(await readListPage(shop, matches, shopCount)))
    return fresh.map((row) => row.id)
  })
  return { rows: fresh.length > 0 ? fresh : await readSummaryRows(shop, ids), shopCount }
}

import { sql } from "kysely"
import { picturesOfProducts } from "../media/product-images.server"
import type { Books, Shop } from "../shop"
import { type CatalogVersion, readCatalogVersion, remember } from "./catalog-memory.server"
import { type Category, categories } from "./category"
import { countByCategory, countProducts } from "./counts.server"
import { filterConditions, hasWords } from "./filter-conditions.server"
import { type ListShape, readWindow } from "./list-window.server"
import { findMatches, type Matches, questionOf, ranksOf } from "./matches.server"
import type { Product, ProductSummary } from "./product"
import { everything, PRODUCTS_PER_PAGE, type ProductFilter } from "./product-filter"
import { readRows, type SummaryRow, withPictures } from "./product-rows.server"

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

export interface CategoryCount {
  category: Category
  count: number
}

/** One page of the products that a filter leaves; a page past the end is empty. */
export async function listProducts(shop: Shop, filter: ProductFilter): Promise<ProductList> {
  return showPictures(shop, await findProducts(shop, filter))
}

/** The same without pictures: what the catalogue by itself has to answer. */
export async function findProducts(books: Books, filter: ProductFilter): Promise<FoundProducts> {
  const catalog = await readCatalogVersion(books)
  return readList(books, catalog, filter, await findMatches(books, catalog, filter))
}

/** The same with how many products each category would leave if it were chosen. */
export async function browseProducts(
  shop: Shop,
  filter: ProductFilter,
): Promise<ProductList & { categories: CategoryCount[] }> {
  const catalog = await readCatalogVersion(shop)
  const matches = await findMatches(shop, catalog, filter)
  const [list, categories] = await Promise.all([
    readList(shop, catalog, filter, matches).then((found) => showPictures(shop, found)),
    countCategories(shop, catalog, filter, matches),
  ])
  return { ...list, categories }
}

/** How many products each category would leave if it were chosen, whichever is chosen now. */
export async function countCategories(
  shop: Shop,
  catalog: CatalogVersion,
  filter: ProductFilter,
  { search }: Pick<Matches, "search"> = { search: null },
): Promise<CategoryCount[]> {
  const nothing = filter.keyword !== "" && search === null
  const counts = nothing ? {} : await countByCategory(shop, catalog, questionOf({ ...filter, category: null }, search))
  return categories.map((category) => ({ category, count: counts[category] ?? 0 }))
}

type FoundProducts = Omit<ProductList, "products"> & { rows: SummaryRow[] }

async function readList(
  books: Books,
  catalog: CatalogVersion,
  filter: ProductFilter,
  { search, count }: Matches,
): Promise<FoundProducts> {
  const shopCount = await countProducts(books, catalog, questionOf(everything, null))
  const list: ListShape = {
    conditions: filterConditions(filter),
    search: search && hasWords(search.full, filter.category),
    ranks: filter.sort === "relevance" ? ranksOf(search) : [],
    sort: filter.sort,
    count,
    shopCount,
  }
  const window = { offset: (filter.page - 1) * PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE }
  return {
    rows: await readPage(books, catalog, JSON.stringify(filter), () => readWindow(books, list, window)),
    productCount: shopCount,
    resultPerPage: PRODUCTS_PER_PAGE,
    filteredProductCount: count,
    corrected: search?.corrected ?? null,
  }
}

/** Which products a page shows only changes with the catalogue; what they cost, and how many are left, is read afresh. */
async function readPage(
  books: Books,
  { version }: CatalogVersion,
  key: string,
  read: () => Promise<SummaryRow[]>,
): Promise<SummaryRow[]> {
  const fresh: SummaryRow[] = []
  const ids = await remember(books, version, `page ${key}`, async () => {
    fresh.push(...(await read()))
    return fresh.map((row) => row.id)
  })
  return fresh.length > 0 || ids.length === 0 ? fresh : readRows(books, ids)
}

async function showPictures(shop: Shop, { rows, ...list }: FoundProducts): Promise<ProductList> {
  return { ...list, products: await withPictures(shop, rows) }
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

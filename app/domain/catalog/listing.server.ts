import { picturesOfProducts } from "../media/product-images.server"
import type { Books, Shop } from "../shop"
import { type Category, categories } from "./category"
import { countByCategory, countProducts, type Question } from "./count-cache.server"
import { type Condition, filterConditions, hasNameWords, hasWords } from "./filter-conditions.server"
import { readWindow } from "./list-window.server"
import type { Product, ProductSummary } from "./product"
import { everything, PRODUCTS_PER_PAGE, type ProductFilter } from "./product-filter"
import { toSummary } from "./product-rows.server"
import { readKeyword } from "./read-keyword.server"
import { buildQuery, type SearchQuery } from "./search-query"

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
  const { search, conditions, count } = await findAndCount(shop, filter)
  const shopCount = await countProducts(shop, questionOf(everything, null))
  const rows = await readWindow(
    shop,
    { conditions, ranks: filter.sort === "relevance" ? ranksOf(search) : [], sort: filter.sort, count, shopCount },
    { offset: (filter.page - 1) * PRODUCTS_PER_PAGE, limit: PRODUCTS_PER_PAGE },
  )
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
  const { search } = filter.keyword ? await findAndCount(shop, filter) : { search: null }
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
    shop.db.selectFrom("product_descriptions").selectAll().where("product_id", "in", ids).execute(),
  ])
  const texts = new Map(descriptions.map((row) => [row.product_id, row.description]))
  return products.map(({ picture: _, ...product }) => ({
    ...product,
    desc: texts.get(product.id) ?? "",
    pictures: pictures.get(product.id) ?? [],
  }))
}

/** How many products a filter leaves, on all pages. */
export async function countMatches(books: Books, filter: ProductFilter): Promise<number> {
  return (await findAndCount(books, filter)).count
}

interface Found {
  search: SearchQuery | null
  conditions: Condition[]
  count: number
}

/** How a filter's keyword is understood, and what it leaves: word by word first, then with every word in doubt. */
async function findAndCount(books: Books, filter: ProductFilter): Promise<Found> {
  if (filter.keyword === "") return count(books, filter, null)
  const search = buildQuery(await readKeyword(books, filter.keyword), { relaxed: false })
  if (!search) return { search, conditions: [], count: 0 }
  const found = await count(books, filter, search)
  if (found.count > 0) return found
  const relaxed = buildQuery(await readKeyword(books, filter.keyword, { all: true }), { relaxed: true })
  return relaxed && relaxed.full !== search.full ? count(books, filter, relaxed) : found
}

async function count(books: Books, filter: ProductFilter, search: SearchQuery | null): Promise<Found> {
  const question = questionOf(filter, search)
  return { search, conditions: [...question.conditions], count: await countProducts(books, question) }
}

/** A count, under a key of what it depends on and nothing else. */
function questionOf(filter: ProductFilter, search: SearchQuery | null): Question {
  const { category, priceFrom, priceTo, ratingFrom } = filter
  return {
    key: JSON.stringify([category, priceFrom, priceTo, ratingFrom, search?.full ?? null]),
    conditions: [...filterConditions(filter), ...(search ? [hasWords(search.full)] : [])],
    ofShelf: priceFrom === 0 && priceTo === null && ratingFrom === 0 && search === null,
  }
}

/** Name before description, as typed before what was probably meant. Each claim holds within the next. */
function ranksOf(search: SearchQuery | null): Condition[] {
  if (!search) return []
  if (!search.begins) return [hasNameWords(search.full)]
  const typed = [...(search.exact ? [hasNameWords(search.exact)] : []), hasNameWords(search.begins)]
  return search.begins === search.full ? typed : [...typed, hasWords(search.begins)]
}

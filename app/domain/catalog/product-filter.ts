import { z } from "zod"
import { type Cents, toDollars } from "../money"
import { type Category, categories } from "./category"
import { cleanKeyword, fitsPath, keywordPath } from "./keyword"

export const PRODUCTS_PER_PAGE = 12
/** The ends of the price slider, in dollars. Its upper end stands for "and more". */
export const PRICE_SCALE = { min: 0, max: 25_000 } as const
const LAST_THINKABLE_PAGE = 1_000_000_000

export const sorts = ["relevance", "newest", "price-asc", "price-desc", "rating"] as const
export type Sort = (typeof sorts)[number]

export const sortNames: Record<Sort, string> = {
  relevance: "Best match",
  newest: "Newest",
  "price-asc": "Price, low to high",
  "price-desc": "Price, high to low",
  rating: "Best rated",
}

/** What a list of products is asked for; senseless values have been clamped already. */
export interface ProductFilter {
  keyword: string
  category: Category | null
  priceFrom: Cents
  /** Null: no upper limit. */
  priceTo: Cents | null
  /** 0 to 5; 0 filters nothing. */
  ratingFrom: number
  /** `relevance` only with a keyword. */
  sort: Sort
  page: number
}

/** The query string under the API's names, flat; nothing is ever refused, only clamped. */
export const ProductQuery = z
  .object({
    keyword: z.string().catch("").transform(cleanKeyword),
    category: z.string().catch("").transform(findCategory),
    "price[gte]": clampedNumber(PRICE_SCALE.min, PRICE_SCALE.max, PRICE_SCALE.min),
    "price[lte]": clampedNumber(PRICE_SCALE.min, PRICE_SCALE.max, PRICE_SCALE.max),
    "ratings[gte]": clampedNumber(0, 5, 0),
    sort: z.enum(sorts).or(z.null()).catch(null),
    page: clampedNumber(1, LAST_THINKABLE_PAGE, 1).transform(Math.trunc),
  })
  .transform((query): ProductFilter => {
    const lowest = Math.min(query["price[gte]"], query["price[lte]"])
    const highest = Math.max(query["price[gte]"], query["price[lte]"])
    const sort = query.sort ?? "relevance"
    return {
      keyword: query.keyword,
      category: query.category,
      priceFrom: Math.ceil(Math.round(lowest * 1000) / 10),
      priceTo: highest >= PRICE_SCALE.max ? null : Math.floor(Math.round(highest * 1000) / 10),
      ratingFrom: query["ratings[gte]"],
      sort: sort === "relevance" && query.keyword === "" ? "newest" : sort,
      page: query.page,
    }
  })

export const everything: ProductFilter = ProductQuery.parse({})

/** The filter of an address's query string; `keyword` when the path carries it. */
export function parseProductFilter(search: URLSearchParams, keyword?: string): ProductFilter {
  return ProductQuery.parse({ ...Object.fromEntries(search), ...(keyword === undefined ? {} : { keyword }) })
}

/** The query string of a filter without its keyword, and without anything that is the default. */
export function filterSearch(filter: ProductFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (filter.category) search.set("category", filter.category)
  if (filter.priceFrom > 0) search.set("price[gte]", String(toDollars(filter.priceFrom)))
  if (filter.priceTo !== null) search.set("price[lte]", String(toDollars(filter.priceTo)))
  if (filter.ratingFrom > 0) search.set("ratings[gte]", String(filter.ratingFrom))
  if (filter.sort !== defaultSort(filter)) search.set("sort", filter.sort)
  if (filter.page > 1) search.set("page", String(filter.page))
  return search
}

/** The address of a filtered list: the keyword in the path, everything else in the query. */
export function productsPath(filter: ProductFilter): string {
  const search = filterSearch(filter)
  if (!fitsPath(filter.keyword)) search.set("keyword", filter.keyword)
  return `${keywordPath(filter.keyword)}${search.size > 0 ? `?${search}` : ""}`
}

/** Whether an address says nothing but what `productsPath` would say of its filter; fields of others do no harm. */
export function isCanonical(url: URL, filter: ProductFilter): boolean {
  const wanted = new URL(productsPath(filter), url)
  const ours = [...url.searchParams].filter(([name]) => name in ProductQuery.in.shape)
  const said = (entries: Iterable<[string, string]>) =>
    [...entries]
      .map((entry) => entry.join("="))
      .sort()
      .join("&")
  return url.pathname === wanted.pathname && said(ours) === said(wanted.searchParams)
}

export function defaultSort({ keyword }: Pick<ProductFilter, "keyword">): Sort {
  return keyword === "" ? "newest" : "relevance"
}

function findCategory(text: string): Category | null {
  const wanted = text.trim().toLowerCase()
  return categories.find((category) => category.toLowerCase() === wanted) ?? null
}

function clampedNumber(min: number, max: number, otherwise: number) {
  return z
    .union([z.string().trim().min(1).pipe(z.coerce.number()), z.number()])
    .catch(otherwise)
    .transform((value) => Math.min(max, Math.max(min, value)))
}

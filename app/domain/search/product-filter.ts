import { z } from "zod"
import type { Categories } from "~/domain/catalog/categories/categories"
import { toDollars } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { cleanNumber } from "~/domain/text/clean-code"
import { isPathSafe, keywordPath, normalizeKeyword } from "./keyword"
import { formatOptions, isTag, type OptionChoice, parseOptions } from "./option-filter"

export const PRODUCTS_PER_PAGE = 12
/** Dollars; the upper end means "and more". */
export const PRICE_RANGE = { min: 0, max: 25_000 } as const
const MAX_PAGE = 1_000_000_000

export const sorts = ["relevance", "newest", "price-asc", "price-desc", "rating"] as const
export type Sort = (typeof sorts)[number]

export const sortNames: Record<Sort, string> = {
  relevance: "Best match",
  newest: "Newest",
  "price-asc": "Price, low to high",
  "price-desc": "Price, high to low",
  rating: "Best rated",
}

export interface ProductFilter {
  keyword: string
  /** A category's name */
  category: string | null
  priceFrom: Cents
  /** `null` for no upper limit */
  priceTo: Cents | null
  ratingFrom: number
  /** Products must have a value of each in stock. */
  options: readonly OptionChoice[]
  /** `relevance` requires a keyword */
  sort: Sort
  page: number
}

export type Refinement = Omit<ProductFilter, "keyword" | "sort" | "page">

/** Lists the excluded fields, so that a new filter is included. */
export function refinementOf({ keyword, sort, page, ...refinement }: ProductFilter): Refinement {
  return refinement
}

const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/

/** Clamps invalid values and refuses none; the category is unresolved, see `withCategory`. */
export const ProductQuery = z
  .object({
    keyword: z.string().catch("").transform(normalizeKeyword),
    category: z.string().catch(""),
    "price[gte]": clampedNumber(PRICE_RANGE.min, PRICE_RANGE.max, PRICE_RANGE.min),
    "price[lte]": clampedNumber(PRICE_RANGE.min, PRICE_RANGE.max, PRICE_RANGE.max),
    "ratings[gte]": clampedNumber(0, 5, 0),
    option: z.string().catch("").describe("Values that are in stock, such as `size=42`; separate several with spaces"),
    sort: z.enum(sorts).or(z.null()).catch(null),
    page: clampedNumber(1, MAX_PAGE, 1).transform(Math.trunc),
  })
  .transform((query): ProductFilter => {
    const lowest = Math.min(query["price[gte]"], query["price[lte]"])
    const highest = Math.max(query["price[gte]"], query["price[lte]"])
    return {
      keyword: query.keyword,
      category: query.category.trim() || null,
      priceFrom: Math.ceil(Math.round(lowest * 1000) / 10),
      priceTo: highest >= PRICE_RANGE.max ? null : Math.floor(Math.round(highest * 1000) / 10),
      ratingFrom: query["ratings[gte]"],
      options: parseOptions(query.option),
      sort: query.sort === null || query.sort === "relevance" ? defaultSort(query) : query.sort,
      page: query.page,
    }
  })

export const filterParameters: readonly string[] = Object.keys(ProductQuery.in.shape)

export const emptyFilter: ProductFilter = ProductQuery.parse({})

export function parseProductFilter(categories: Categories, search: URLSearchParams, keyword?: string): ProductFilter {
  const option = search.getAll("option").join(" ")
  const query = { ...Object.fromEntries(search), option, ...(keyword === undefined ? {} : { keyword }) }
  return withCategory(categories, ProductQuery.parse(query))
}

/** Resolves the category to its present name, or to none if it does not exist. */
export function withCategory(categories: Categories, filter: ProductFilter): ProductFilter {
  return { ...filter, category: filter.category && (categories.find(filter.category)?.name ?? null) }
}

/** Numbers out of range are valid, because they are clamped. */
export function invalidFilters(categories: Categories, search: URLSearchParams): string[] {
  const sent = (name: string) => (search.get(name) ?? "").trim()
  const category = sent("category")
  const option = search.getAll("option").join(" ").split(/\s+/)
  const numbers = ["price[gte]", "price[lte]", "ratings[gte]"].map(sent)
  return [
    ...(category !== "" && categories.find(category) === null ? [`category “${category.slice(0, 60)}”`] : []),
    ...option.filter((word) => word !== "" && !isTag(word)).map((text) => `option “${text.slice(0, 60)}”`),
    ...numbers.filter((text) => text !== "" && !isNumber(text)).map((text) => `“${text.slice(0, 60)}”`),
  ]
}

export function filterSearchParams(filter: ProductFilter): URLSearchParams {
  const fields: Record<Exclude<keyof z.input<typeof ProductQuery>, "keyword">, string | null> = {
    category: filter.category,
    "price[gte]": filter.priceFrom > 0 ? String(toDollars(filter.priceFrom)) : null,
    "price[lte]": filter.priceTo === null ? null : String(toDollars(filter.priceTo)),
    "ratings[gte]": filter.ratingFrom > 0 ? String(filter.ratingFrom) : null,
    option: formatOptions(filter.options),
    sort: filter.sort === defaultSort(filter) ? null : filter.sort,
    page: filter.page > 1 ? String(filter.page) : null,
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== null) search.set(name, value)
  return search
}

export function productsPath(filter: ProductFilter): string {
  const search = filterSearchParams(filter)
  if (!isPathSafe(filter.keyword)) search.set("keyword", filter.keyword)
  return `${keywordPath(filter.keyword)}${search.size > 0 ? `?${search}` : ""}`
}

export function isCategoryPage(filter: ProductFilter): boolean {
  const { category, page } = filter
  return productsPath(filter) === productsPath({ ...emptyFilter, category, page })
}

export function isCanonical(url: URL, filter: ProductFilter): boolean {
  const wanted = new URL(productsPath(filter), url)
  const ours = [...url.searchParams].filter(([name]) => filterParameters.includes(name))
  const sorted = (entries: Iterable<[string, string]>) =>
    [...entries]
      .map((entry) => entry.join("="))
      .sort()
      .join("&")
  return url.pathname === wanted.pathname && sorted(ours) === sorted(wanted.searchParams)
}

/** Returns whether visitors can make up any number of such lists. */
export function isUnbounded(filter: ProductFilter): boolean {
  const { keyword, priceFrom, priceTo, ratingFrom, options, page } = filter
  return keyword !== "" || priceFrom > 0 || priceTo !== null || ratingFrom > 0 || options.length > 0 || page > 1
}

function defaultSort({ keyword }: Pick<ProductFilter, "keyword">): Sort {
  return keyword === "" ? "newest" : "relevance"
}

const isNumber = (text: string) => DECIMAL.test(cleanNumber(text.slice(0, 100)))

function clampedNumber(min: number, max: number, fallback: number) {
  return z
    .union([
      z.string().max(100, { abort: true }).overwrite(cleanNumber).regex(DECIMAL).pipe(z.coerce.number()),
      z.number(),
    ])
    .catch(fallback)
    .transform((value) => Math.min(max, Math.max(min, value)))
}

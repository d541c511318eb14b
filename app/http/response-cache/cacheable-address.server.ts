import { isObjectId } from "~/domain/object-id"
import { pageNames } from "~/domain/pages/page"
import { ReviewQuery } from "~/domain/reviews/review"
import { keywordFromPath } from "~/domain/search/keyword"
import {
  filterSearchParams,
  isCanonical,
  type ProductFilter,
  ProductQuery,
  parseProductFilter,
} from "~/domain/search/product-filter"
import { refusePath } from "../well-formed-path"

/** An address whose answer is the same for every stranger. */
export interface CacheableAddress {
  /** The canonical way to ask for it, which is what is asked: nothing else of a request reaches a remembered answer. */
  readonly path: string
  readonly kind: "page" | "data" | "json"
  /** Whether anybody can think of as many such addresses as they like: with words or numbers of their own. */
  readonly isEndless: boolean
}

/** No address of the shop's own links is longer. */
export const LONGEST_ADDRESS = 1_000
/** What Remix reads in any query as words of its own. */
const CONVENTIONS = ["_data", "_routes", "index"]

/** What a request asks for, if it may be remembered; whatever is not written as the shop itself would write it is not. */
export function cacheableAddress(requested: string): CacheableAddress | null {
  if (requested.length > LONGEST_ADDRESS || requested.includes("%00") || !URL.canParse(requested, HERE)) return null
  const url = new URL(requested, HERE)
  // A path that has to be resolved first, or that begins with another host, is left to who does that.
  if (url.origin !== HERE || !requested.startsWith(url.pathname)) return null
  if (refusePath(url.pathname) !== null || CONVENTIONS.some((name) => url.searchParams.has(name))) return null
  if (url.pathname.startsWith("/api/v1/")) return found("json", callAt(url))
  if (!url.pathname.endsWith(".data")) return found("page", pageAt(url))
  const page = new URL(url)
  page.pathname = url.pathname === "/_root.data" ? "/" : url.pathname.slice(0, -".data".length)
  return found("data", pageAt(page))
}

const HERE = "http://here.invalid"

interface Canonical {
  path: string
  search?: URLSearchParams
  isEndless?: boolean
}

/** Under words that are not its own a product has only a redirect, which is never kept. */
const PRODUCT_PAGE = /^\/product\/[0-9a-f]{24}(\/(?!review$)[^/]+)?$/
const STILL_PAGES = new Set(["/", "/api/docs", ...pageNames.map((name) => `/${name}`)])

function pageAt(url: URL): Canonical | null {
  const { pathname: path, searchParams } = url
  if (STILL_PAGES.has(path)) return { path }
  if (path === "/search") return searchParams.has("q") || searchParams.has("keyword") ? null : { path }
  if (path === "/products" || path.startsWith("/products/")) return listAt(url)
  if (!PRODUCT_PAGE.test(path)) return null
  const search = reviewSearch(ReviewQuery.parse(Object.fromEntries(searchParams)))
  return { path, search, isEndless: search.size > 0 }
}

function listAt(url: URL): Canonical | null {
  const filter = parseProductFilter(url.searchParams, keywordFromPath(url.pathname))
  // Any other way to ask is answered with a redirect, and may say what has been left out.
  if (!isCanonical(url, filter)) return null
  const search = filterSearchParams(filter)
  if (url.searchParams.has("keyword")) search.set("keyword", filter.keyword)
  return { path: url.pathname, search, isEndless: isEndless(filter) }
}

const STILL_CALLS = new Set(["/api/v1/stripekey", "/api/v1/openapi.json"])

function callAt({ pathname: path, searchParams }: URL): Canonical | null {
  if (STILL_CALLS.has(path)) return { path }
  const query = Object.fromEntries(searchParams)
  if (path === "/api/v1/product") return productCall(ProductQuery.parse(query))
  if (path === "/api/v1/reviews") return reviewsCall(query)
  return /^\/api\/v1\/product\/[^/]*$/.test(path) && isObjectId(path.slice("/api/v1/product/".length)) ? { path } : null
}

function productCall(filter: ProductFilter): Canonical | null {
  const search = filterSearchParams(filter)
  if (filter.keyword !== "") search.set("keyword", filter.keyword)
  const same = JSON.stringify(ProductQuery.parse(Object.fromEntries(search))) === JSON.stringify(filter)
  return same ? { path: "/api/v1/product", search, isEndless: isEndless(filter) } : null
}

function reviewsCall(query: Record<string, string>): Canonical | null {
  const { id = "" } = query
  const { page } = ReviewQuery.parse(query)
  const search = new URLSearchParams({ id, ...(page > 1 && { page: String(page) }) })
  return isObjectId(id) ? { path: "/api/v1/reviews", search, isEndless: page > 1 } : null
}

function isEndless({ keyword, priceFrom, priceTo, ratingFrom, page }: ProductFilter): boolean {
  return keyword !== "" || priceFrom > 0 || priceTo !== null || ratingFrom > 0 || page > 1
}

function reviewSearch({ sort, page }: ReviewQuery): URLSearchParams {
  const search = new URLSearchParams()
  if (sort !== "newest") search.set("sort", sort)
  if (page > 1) search.set("page", String(page))
  return search
}

function found(kind: CacheableAddress["kind"], canonical: Canonical | null): CacheableAddress | null {
  if (canonical === null) return null
  const { path, search = new URLSearchParams(), isEndless = false } = canonical
  const file = kind === "data" ? (path === "/" ? "/_root.data" : `${path}.data`) : path
  return { path: search.size > 0 ? `${file}?${search}` : file, kind, isEndless }
}

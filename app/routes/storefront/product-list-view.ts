import { formatCents, toDollars } from "~/domain/money"
import { pluralize } from "~/domain/pluralize"
import { isPathSafe, keywordPath } from "~/domain/search/keyword"
import {
  PRICE_RANGE,
  type ProductFilter,
  productsPath,
  type Sort,
  sortNames,
  sorts,
} from "~/domain/search/product-filter"
import { withCommas } from "~/domain/with-commas"

/** The data of the list's controls. Every address is built here, so the browser needs none of the filter's rules. */
export function viewFilter(filter: ProductFilter) {
  const first = { ...filter, page: 1 }
  return {
    keyword: filter.keyword,
    category: filter.category,
    price: {
      from: toDollars(filter.priceFrom),
      to: filter.priceTo === null ? PRICE_RANGE.max : toDollars(filter.priceTo),
      ...PRICE_RANGE,
    },
    ratingFrom: filter.ratingFrom,
    sort: filter.sort,
    action: keywordPath(filter.keyword),
    /** A keyword that has no path travels with the form. */
    hiddenKeyword: !isPathSafe(filter.keyword),
    path: productsPath(first),
    clearHref: productsPath({ ...anything, keyword: filter.keyword }),
    chips: chips(first),
    sorts: sorts
      .filter((sort) => sort !== "relevance" || filter.keyword !== "")
      .map((sort: Sort) => ({
        name: sortNames[sort],
        href: productsPath({ ...first, sort }),
        current: sort === filter.sort,
      })),
  }
}

const anything = { category: null, priceFrom: 0, priceTo: null, ratingFrom: 0, sort: "relevance", page: 1 } as const

/** Each filter that is on, and the address without it. */
function chips(filter: ProductFilter): { label: string; href: string }[] {
  const found: { label: string; href: string }[] = []
  const chip = (label: string, without: Partial<ProductFilter>) => {
    found.push({ label, href: productsPath({ ...filter, ...without }) })
  }
  if (filter.keyword)
    chip(`“${filter.keyword}”`, { keyword: "", sort: filter.sort === "relevance" ? "newest" : filter.sort })
  if (filter.category) chip(filter.category, { category: null })
  if (filter.priceFrom > 0 || filter.priceTo !== null) chip(priceLabel(filter), { priceFrom: 0, priceTo: null })
  if (filter.ratingFrom > 0) chip(`${filter.ratingFrom} stars and up`, { ratingFrom: 0 })
  return found
}

function priceLabel({ priceFrom, priceTo }: ProductFilter): string {
  if (priceTo === null) return `${formatCents(priceFrom)} and up`
  return priceFrom > 0 ? `${formatCents(priceFrom)} to ${formatCents(priceTo)}` : `Up to ${formatCents(priceTo)}`
}

/** Which products of the list are shown, with the exact count. */
export function countLabel(page: number, shown: number, count: number, perPage: number): string {
  const products = pluralize(count, "product")
  if (shown === 0 || count <= perPage) return products
  const first = (page - 1) * perPage + 1
  return `${withCommas(first)}–${withCommas(first + shown - 1)} of ${products}`
}

import { formatMoney, toDollars } from "~/domain/money/format-money"
import { isPathSafe, keywordPath } from "~/domain/search/keyword"
import type { OptionCount } from "~/domain/search/option-counts.server"
import { type OptionChoice, withoutTag } from "~/domain/search/option-filter"
import {
  emptyFilter,
  PRICE_RANGE,
  type ProductFilter,
  productsPath,
  type Refinement,
  type Sort,
  sortNames,
  sorts,
} from "~/domain/search/product-filter"
import { pluralize } from "~/domain/text/pluralize"
import { withCommas } from "~/domain/text/with-commas"

/** All addresses are built here, so that browsers need none of the filter's rules. */
const RATINGS = [0, 1, 2, 3, 4]

export function viewFilter(filter: ProductFilter, options: readonly OptionCount[], currency: string) {
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
    ratings: RATINGS.map((rating) => ({
      label: rating === 0 ? "Any rating" : `${rating} and up`,
      href: productsPath({ ...first, ratingFrom: rating }),
    })),
    sort: filter.sort,
    action: keywordPath(filter.keyword),
    /** A keyword that cannot be in the path is a form field. */
    hiddenKeyword: !isPathSafe(filter.keyword),
    path: productsPath(first),
    clearHref: productsPath({ ...emptyFilter, sort: "relevance", keyword: filter.keyword }),
    chips: [...chips(first, currency), ...optionChips(first, options)],
    sorts: sorts
      .filter((sort) => sort !== "relevance" || filter.keyword !== "")
      .map((sort: Sort) => ({
        name: sortNames[sort],
        href: productsPath({ ...first, sort }),
        current: sort === filter.sort,
      })),
  }
}

function chips(filter: ProductFilter, currency: string): { label: string; href: string }[] {
  const { keyword, category, ratingFrom, sort } = filter
  const labels: Record<"keyword" | Exclude<keyof Refinement, "options">, string | null> = {
    keyword: keyword && `“${keyword}”`,
    category,
    priceFrom: priceLabel(filter, currency),
    // One chip represents both ends.
    priceTo: null,
    ratingFrom: ratingFrom > 0 ? `${ratingFrom} stars and up` : null,
  }
  const without: Partial<Record<keyof typeof labels, Partial<ProductFilter>>> = {
    keyword: { sort: sort === "relevance" ? "newest" : sort },
    priceFrom: { priceTo: null },
  }
  return (Object.keys(labels) as (keyof typeof labels)[]).flatMap((part) => {
    const label = labels[part]
    return label ? [{ label, href: productsPath({ ...filter, [part]: emptyFilter[part], ...without[part] }) }] : []
  })
}

function optionChips(filter: ProductFilter, options: readonly OptionCount[]): { label: string; href: string }[] {
  return options.flatMap(({ name, values }) =>
    values.flatMap((value) => {
      const named = filter.options.flat().filter((tag) => value.tags.includes(tag))
      if (named.length === 0) return []
      const left = named.reduce<readonly OptionChoice[]>(withoutTag, filter.options)
      return [{ label: `${name}: ${value.name}`, href: productsPath({ ...filter, options: left }) }]
    }),
  )
}

export function viewOptions(options: readonly OptionCount[]) {
  return options.map(({ key, name, values }) => ({
    key,
    name,
    values: values.map(({ tag, name, count, isChosen }) => {
      return { value: tag, label: name, count: count ?? undefined, checked: isChosen }
    }),
  }))
}

function priceLabel({ priceFrom, priceTo }: ProductFilter, currency: string): string | null {
  if (priceFrom === 0 && priceTo === null) return null
  const from = formatMoney(priceFrom, currency)
  if (priceTo === null) return `${from} and up`
  const to = formatMoney(priceTo, currency)
  return priceFrom > 0 ? `${from} to ${to}` : `Up to ${to}`
}

export function countLabel(page: number, shown: number, count: number, perPage: number): string {
  const products = pluralize(count, "product")
  if (shown === 0 || count <= perPage) return products
  const first = (page - 1) * perPage + 1
  return `${withCommas(first)}–${withCommas(first + shown - 1)} of ${products}`
}

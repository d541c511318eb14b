// /products/:keyword?
import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { Categories } from "~/domain/catalog/categories/categories"
import { type CategoryView, viewCategory } from "~/domain/catalog/categories/view-category.server"
import { findProductOfFormerAddress } from "~/domain/catalog/former-addresses/former-addresses.server"
import { shopifyPath } from "~/domain/catalog/former-addresses/former-path"
import type { ProductSummary } from "~/domain/catalog/product"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { keywordFromPath, keywordPath } from "~/domain/search/keyword"
import { browseProducts } from "~/domain/search/listing.server"
import {
  filterParameters,
  invalidFilters,
  isCanonical,
  isCategoryPage,
  isUnbounded,
  type ProductFilter,
  parseProductFilter,
  productsPath,
} from "~/domain/search/product-filter"
import type { Shop } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import { textKey } from "~/domain/text/text-key"
import { withCommas } from "~/domain/text/with-commas"
import { cachedPage } from "~/http/doorways/page.server"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/lists/empty-state"
import { Pagination } from "~/ui/lists/pagination"
import { Notice } from "~/ui/notice"
import { ProductPicture } from "~/ui/picture"
import { Prose } from "~/ui/prose"
import { PageHeading } from "~/ui/shell/page-heading"
import { pageMeta, shopOf } from "~/ui/shell/page-meta"
import { categoryTrail } from "../product/category-trail"
import { breadcrumbData } from "../product/structured-data/structured-data"
import { FilterChips } from "./filter-chips"
import { NoResults } from "./no-results"
import { suggestAlternatives } from "./no-results.server"
import { ProductFilters } from "./product-filters"
import { ProductGrid } from "./product-grid"
import { countLabel, viewFilter, viewOptions } from "./product-list-view"
import { useRememberSearch } from "./recent-searches"
import { SortLinks } from "./sort-links"
import { viewCards } from "./view-cards"

/** Search engines index all products and the categories, but no filtered lists. */
export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return pageMeta(page, { title: "Products" })
  const { origin, shopName } = shopOf(page.matches)
  const { keyword, category } = data.view
  const number = data.page > 1 ? `, page ${data.page}` : ""
  return pageMeta(page, {
    title: (keyword || category || "Products") + number,
    description:
      data.category?.summary ||
      `${category ?? "Everything"} at ${shopName}: ${pluralize(data.count, "product")} with prices, stock and reviews${number}.`,
    path: data.path,
    indexed: data.isCategory && data.products.length > 0,
    picture: data.category?.picture ?? data.picture,
    structured: [breadcrumbData(origin, categoryTrail(category))],
  })
}

const cache: CachePolicy = {
  store: "memory",
  parameters: filterParameters,
  ignoresUnknown: true,
  sharesMain: true,
  canonicalQuery({ url, categories }) {
    const filter = listFilter(categories, url)
    if (!isCanonical(url, filter)) return null
    return { search: new URL(productsPath(filter), url).searchParams, isUnbounded: isUnbounded(filter) }
  },
}

export const loader = cachedPage(cache, async ({ shop, url, toast, redirect, redirectToCurrent, context }) => {
  const categories = shop.categories.current
  const filter = listFilter(categories, url)
  const imported = await findImported(shop, url, filter)
  if (imported && keywordFromPath(url.pathname) !== undefined) return redirectToCurrent(paths.product(imported))
  // A search for a word that equals such an address keeps the word in its query.
  if (!imported && !isCanonical(url, filter)) {
    const invalidValues = invalidFilters(categories, url.searchParams)
    if (invalidValues.length > 0)
      toast({ type: "info", message: `Ignored, because it is not valid: ${invalidValues.join(", ")}` })
    const typed = url.searchParams.get("category") ?? ""
    const isRenamed = filter.category !== null && textKey(typed.trim()) !== textKey(filter.category)
    return isRenamed ? redirectToCurrent(productsPath(filter)) : redirect(productsPath(filter))
  }
  const shown = isCategoryPage(filter) && filter.page === 1 ? filter.category : null
  const category = shown === null ? null : await viewCategory(shop, shown)
  const { nothing, ...list } = await readCatalog(shop, async (shop) => {
    const found = await browseProducts(shop, filter)
    return { ...found, nothing: found.filteredProductCount === 0 ? await suggestAlternatives(shop, filter) : null }
  })
  const { products, resultPerPage, filteredProductCount, corrected, words } = list
  if (words !== null && filteredProductCount > 0) context.recordSearch(words)
  return {
    path: productsPath(filter),
    isCategory: isCategoryPage(filter),
    category,
    count: filteredProductCount,
    products: viewCards(shop, products),
    picture: firstPicture(products),
    categories: list.categories,
    corrected: filteredProductCount > 0 ? corrected : null,
    nothing,
    options: viewOptions(list.options),
    view: viewFilter(filter, list.options, shop.settings.current.pricing.currency),
    page: filter.page,
    pages: Math.ceil(filteredProductCount / resultPerPage),
    words: countLabel(filter.page, products.length, filteredProductCount, resultPerPage),
  }
})

function listFilter(categories: Categories, { pathname, searchParams }: URL): ProductFilter {
  return parseProductFilter(categories, searchParams, keywordFromPath(pathname))
}

/** The product that had this address in its original shop */
async function findImported(shop: Shop, { pathname }: URL, filter: ProductFilter) {
  const isKeywordAlone = filter.keyword !== "" && productsPath(filter) === keywordPath(filter.keyword)
  if (!isKeywordAlone) return null
  return findProductOfFormerAddress(shop, shopifyPath(keywordFromPath(pathname) ?? filter.keyword))
}

/** A picture for link previews */
function firstPicture([first]: readonly ProductSummary[]) {
  if (!first?.picture) return null
  const { stem, widths, width, height } = first.picture
  return { stem, widths, width, height, alt: first.name }
}

export default function Products() {
  const { products, categories, options, category, view, corrected, nothing, page, pages, words } =
    useLoaderData<typeof loader>()
  useRememberSearch(view.keyword, nothing === null && corrected === null)
  const pageHref = (number: number) => {
    return number === 1 ? view.path : `${view.path}${view.path.includes("?") ? "&" : "?"}page=${number}`
  }
  return (
    <div className="page">
      <PageHeading title={view.keyword ? `Results for “${view.keyword}”` : (view.category ?? "Products")} />
      {category && <CategoryIntro category={category} />}
      {nothing && !nothing.unfiltered ? (
        <NoResults {...nothing} />
      ) : (
        <div className="with-sidebar">
          <ProductFilters view={view} categories={categories} options={options} />
          <section className="stack" aria-label="Products">
            <div className="section-head">
              <p role="status" tabIndex={-1} data-list-start>
                {words}
              </p>
              {pages > 0 && <SortLinks sorts={view.sorts} />}
            </div>
            <FilterChips chips={view.chips} clearHref={view.clearHref} />
            {corrected && (
              <Notice tone="neutral">
                Nothing matches “{view.keyword}”. These are the results for “{corrected}”.
              </Notice>
            )}
            {products.length > 0 && <ProductGrid products={products} label="Products" eagerCount={3} />}
            {products.length === 0 && pages > 0 && (
              <EmptyState
                title="This page is past the end"
                action={<ButtonLink to={pageHref(pages)}>Go to the last page</ButtonLink>}
              >
                The list ends on page {withCommas(pages)}.
              </EmptyState>
            )}
            {nothing && <NoResults {...nothing} />}
            <Pagination page={page} pages={pages} href={pageHref} />
          </section>
        </div>
      )}
    </div>
  )
}

function CategoryIntro({ category: { html, picture } }: { category: Pick<CategoryView, "html" | "picture"> }) {
  return (
    <section className="category-intro" aria-label="About this category">
      {html !== "" && <Prose html={html} />}
      {picture && <ProductPicture picture={picture} sizes="(min-width: 40rem) 18rem, 92vw" upTo={640} eager alt="" />}
    </section>
  )
}

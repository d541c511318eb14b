// /products/:keyword?
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { keywordOfPath } from "~/domain/catalog/keyword"
import { browseProducts } from "~/domain/catalog/listing.server"
import { noteSearchSoon } from "~/domain/catalog/popular-searches.server"
import { isCanonical, parseProductFilter, productsPath } from "~/domain/catalog/product-filter"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { FilterChips } from "~/ui/filter-chips"
import { Notice } from "~/ui/notice"
import { PageHeading } from "~/ui/page-heading"
import { Pagination } from "~/ui/pagination"
import { ProductGrid } from "~/ui/product-grid"
import { titleText } from "~/ui/title"
import { NothingFound } from "./nothing-found"
import { viewNothing } from "./nothing-found.server"
import { ProductFilters } from "./product-filters"
import { countWords, viewFilter } from "./product-list-view"
import { useRememberSearch } from "./recent-searches"
import { SortLinks } from "./sort-links"

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleText(data?.title ?? "Products", matches) },
]

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, url }) => {
    const filter = parseProductFilter(url.searchParams, keywordOfPath(url.pathname))
    if (!isCanonical(url, filter)) return redirect(productsPath(filter))
    const list = await browseProducts(shop, filter)
    const { products, categories, resultPerPage, filteredProductCount, corrected } = list
    const nothing = filteredProductCount === 0 ? await viewNothing(shop, filter) : null
    if (filter.keyword && filteredProductCount > 0 && corrected === null) noteSearchSoon(shop, filter.keyword)
    return {
      title: filter.keyword || (filter.category ?? "Products"),
      products,
      categories,
      corrected: filteredProductCount > 0 ? corrected : null,
      nothing,
      view: viewFilter(filter),
      page: filter.page,
      pages: Math.ceil(filteredProductCount / resultPerPage),
      words: countWords(filter.page, products.length, filteredProductCount, resultPerPage),
    }
  })
}

export default function Products() {
  const { products, categories, view, corrected, nothing, page, pages, words } = useLoaderData<typeof loader>()
  useRememberSearch(view.keyword, nothing === null && corrected === null)
  const pageHref = (number: number) => {
    return number === 1 ? view.path : `${view.path}${view.path.includes("?") ? "&" : "?"}page=${number}`
  }
  return (
    <div className="page">
      <PageHeading title={view.keyword ? `Results for “${view.keyword}”` : (view.category ?? "Products")} />
      {nothing && !nothing.unfiltered ? (
        <NothingFound {...nothing} />
      ) : (
        <div className="with-sidebar">
          <ProductFilters view={view} categories={categories} />
          <section className="stack" aria-label="Products">
            <div className="list-head">
              <p role="status" tabIndex={-1} data-list-start>
                {words}
              </p>
              {pages > 0 && <SortLinks sorts={view.sorts} />}
            </div>
            <FilterChips chips={view.chips} clearHref={view.clearHref} />
            {corrected && (
              <Notice tone="neutral">
                Nothing is called “{view.keyword}”. These are the products for “{corrected}”.
              </Notice>
            )}
            {products.length > 0 && <ProductGrid products={products} label="Products" eagerCount={3} />}
            {products.length === 0 && pages > 0 && (
              <EmptyState
                title="This page is past the end"
                action={<ButtonLink to={pageHref(pages)}>Go to the last page</ButtonLink>}
              >
                The list ends on page {pages.toLocaleString("en-US")}.
              </EmptyState>
            )}
            {nothing && <NothingFound {...nothing} />}
            <Pagination page={page} pages={pages} href={pageHref} />
          </section>
        </div>
      )}
    </div>
  )
}

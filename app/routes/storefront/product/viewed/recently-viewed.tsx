// /recently-viewed
import { useFetcher, useLoaderData } from "@remix-run/react"
import { useEffect } from "react"
import { findSummaries } from "~/domain/catalog/product-rows.server"
import { parseViewed } from "~/domain/catalog/viewed-products"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/lists/empty-state"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { ProductGrid } from "../../products/product-grid"
import { viewCards } from "../../products/view-cards"
import { readViewed, writeViewed } from "./viewed-products"

export const meta = title("Recently viewed")

/** Scripts list the products in the address; without them, a member's cookie does. */
export const loader = page(async ({ shop, actor, request, context, url }) => {
  const named = url.searchParams.get("ids")
  const ids = named === null && actor ? await context.viewedCookie.read(request, actor) : parseViewed(named ?? "")
  return { products: viewCards(shop, await findSummaries(shop, ids)) }
})

export default function RecentlyViewed() {
  const { products: known } = useLoaderData<typeof loader>()
  const { load, data } = useFetcher<typeof loader>()
  useEffect(() => {
    const ids = readViewed()
    if (ids.length > 0) load(paths.recentlyViewed(ids))
  }, [load])
  function forget() {
    writeViewed([])
    load(paths.recentlyViewed([]))
  }
  const products = data?.products ?? known
  return (
    <div className="page viewed-page">
      <PageHeading title="Recently viewed" />
      {products.length > 0 ? (
        <ProductGrid products={products} label="Recently viewed" />
      ) : (
        <EmptyState title="Nothing yet" action={<ButtonLink to="/products">View all products</ButtonLink>}>
          Products that you view appear here.
        </EmptyState>
      )}
      {data && products.length > 0 && (
        <p>
          <Button type="button" variant="secondary" small onClick={forget}>
            Clear them
          </Button>
        </p>
      )}
    </div>
  )
}

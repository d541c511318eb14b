import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import { ErrorPage } from "~/ui/shell/error-page"
import type { ProductCardView } from "../products/product-card"
import { ProductGrid } from "../products/product-grid"

/** Passes other errors on. */
export function UnavailableProduct() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || ![404, 410].includes(error.status)) throw error
  const { name = null, similar = [] } = (error.data ?? {}) as { name?: string | null; similar?: ProductCardView[] }
  return (
    <div className="page">
      <ErrorPage
        status={error.status}
        title={name ? "No longer sold" : "Product not found"}
        message={
          name
            ? `${name} is no longer sold. You may like one of these.`
            : "It may have moved, or there is a mistake in the address."
        }
      />
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <div className="section-head">
            <h2 id="similar">{name ? "Similar products" : "Popular with other shoppers"}</h2>
          </div>
          <ProductGrid products={similar} label="Products" />
        </section>
      )}
    </div>
  )
}

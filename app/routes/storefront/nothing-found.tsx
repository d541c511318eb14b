import { Link } from "@remix-run/react"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { ProductGrid } from "~/ui/product-grid"
import type { viewNothing } from "./nothing-found.server"

/** In place of an empty list. */
export function NothingFound({ keyword, unfiltered, meant, nearest }: Awaited<ReturnType<typeof viewNothing>>) {
  return (
    <>
      <EmptyState
        icon="search"
        title={keyword ? `No products found for “${keyword}”` : "No products found"}
        action={
          unfiltered ? (
            <ButtonLink to={unfiltered.href}>
              {unfiltered.count === 1
                ? "Show the one product"
                : `Show ${unfiltered.count.toLocaleString("en-US")} products`}{" "}
              without filters
            </ButtonLink>
          ) : (
            <ButtonLink to="/products">See all products</ButtonLink>
          )
        }
      >
        {meant ? (
          <p className="did-you-mean">
            Did you mean <Link to={meant.href}>{meant.keyword}</Link>?
          </p>
        ) : (
          <p>{unfiltered ? "The filters leave nothing of what there is." : "Try another word, or fewer of them."}</p>
        )}
      </EmptyState>
      {nearest.length > 0 && (
        <section className="stack" aria-labelledby="nearest">
          <h2 id="nearest">What comes nearest</h2>
          <ProductGrid products={nearest} label="What comes nearest" eagerCount={0} />
        </section>
      )}
    </>
  )
}

import { Link } from "@remix-run/react"
import type { ProductSummary } from "~/domain/catalog/product"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { ProductGrid } from "~/ui/product-grid"
import type { viewNothing } from "./nothing-found.server"

/** In place of an empty list. */
export function NothingFound({
  keyword,
  unfiltered,
  meant,
  nearest,
  popular,
}: Awaited<ReturnType<typeof viewNothing>>) {
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
      <Offered id="nearest" title="What comes nearest" products={nearest} />
      <Offered id="popular" title="Well liked by others" products={popular} />
    </>
  )
}

function Offered({ id, title, products }: { id: string; title: string; products: ProductSummary[] }) {
  if (products.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ProductGrid products={products} label={title} eagerCount={0} />
    </section>
  )
}

import { Link } from "@remix-run/react"
import { withCommas } from "~/domain/text/with-commas"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/lists/empty-state"
import type { suggestAlternatives } from "./no-results.server"
import type { ProductCardView } from "./product-card"
import { ProductGrid } from "./product-grid"

export function NoResults({
  keyword,
  unfiltered,
  meant,
  nearest,
  popular,
}: Awaited<ReturnType<typeof suggestAlternatives>>) {
  return (
    <>
      <EmptyState
        icon="search"
        title={keyword ? `No products found for “${keyword}”` : "No products found"}
        action={
          unfiltered ? (
            <ButtonLink to={unfiltered.href}>
              {unfiltered.count === 1 ? "Show the one product" : `Show ${withCommas(unfiltered.count)} products`}{" "}
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
          <p>{unfiltered ? "No product matches all of these filters." : "Try another word, or fewer words."}</p>
        )}
      </EmptyState>
      <SuggestedProducts id="nearest" title="Closest matches" products={nearest} />
      <SuggestedProducts id="popular" title="Popular with other shoppers" products={popular} />
    </>
  )
}

function SuggestedProducts({ id, title, products }: { id: string; title: string; products: ProductCardView[] }) {
  if (products.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ProductGrid products={products} label={title} eagerCount={0} />
    </section>
  )
}

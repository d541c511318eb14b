// /
import type { MetaFunction } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { featuredProducts } from "~/domain/catalog/featured.server"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { categoryTiles } from "~/domain/search/category-tiles.server"
import { cachedPage } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { pageMeta, shopOf } from "~/ui/shell/page-meta"
import { Hero } from "./hero"
import { organizationData, websiteData } from "./product/structured-data/structured-data"
import { CategoryTiles } from "./products/category-tiles"
import { ProductGrid } from "./products/product-grid"
import { viewCards } from "./products/view-cards"

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  const { shopName, origin } = shopOf(page.matches)
  const goods = data?.categories.map(({ category }) => category.toLowerCase()) ?? []
  const search = {
    rel: "search",
    type: "application/opensearchdescription+xml",
    title: shopName,
    href: "/opensearch.xml",
  }
  const described = pageMeta(page, {
    title: "Home",
    description: `${shopName} sells ${goods.join(", ") || "things"} that are used every day and meant to last.`,
    indexed: true,
    structured: [organizationData(origin, shopName), websiteData(origin, shopName)],
  })
  return [...described, { tagName: "link", ...search }]
}

export const loader = cachedPage({ store: "memory", ignoresUnknown: true, sharesMain: true }, async ({ shop }) => {
  const [{ featured, arrivals }, categories] = await readCatalog(shop, (shop) =>
    Promise.all([featuredProducts(shop), categoryTiles(shop)]),
  )
  return { featured: viewCards(shop, featured), arrivals: viewCards(shop, arrivals), categories }
})

export default function Home() {
  const { featured, arrivals, categories } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Hero
        title="Welcome to my e-commerce store!"
        products={featured}
        action={<ButtonLink to="/products">View all products</ButtonLink>}
      >
        <h2 className="hero-heading">Find amazing products below</h2>
      </Hero>
      <section aria-labelledby="featured">
        <div className="section-head">
          <h2 id="featured">Featured Products</h2>
          <Link to="/products?sort=rating">See the best rated</Link>
        </div>
        <ProductGrid products={featured} label="Featured Products" eagerCount={0} />
      </section>
      {categories.length > 0 && (
        <section aria-labelledby="categories">
          <div className="section-head">
            <h2 id="categories">Shop by category</h2>
          </div>
          <CategoryTiles tiles={categories} />
        </section>
      )}
      <section aria-labelledby="arrivals">
        <div className="section-head">
          <h2 id="arrivals">New arrivals</h2>
          <Link to="/products">See everything new</Link>
        </div>
        <ProductGrid products={arrivals} label="New arrivals" eagerCount={0} />
      </section>
    </div>
  )
}

// /product/:id
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { data } from "@remix-run/node"
import { Outlet, useActionData, useLoaderData } from "@remix-run/react"
import { CartEntryForm } from "~/domain/cart/cart-forms"
import { addToCart } from "~/domain/cart/cart-lines.server"
import { featuredProducts } from "~/domain/catalog/front.server"
import { lookUpProduct } from "~/domain/catalog/products.server"
import { findGoneProduct, similarProducts } from "~/domain/catalog/similar.server"
import { ReviewQuery } from "~/domain/reviews/review"
import { listReviews } from "~/domain/reviews/review-list.server"
import type { Shop } from "~/domain/shop"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Breadcrumbs } from "~/ui/breadcrumbs"
import { Gallery } from "~/ui/gallery"
import { Price } from "~/ui/price"
import { ProductGrid } from "~/ui/product-grid"
import { Stars } from "~/ui/stars"
import { StockStatus } from "~/ui/stock-status"
import { titleText } from "~/ui/title"
import { Unbroken } from "~/ui/unbroken"
import { BuyForm } from "./buy-form"
import { GoneProduct } from "./gone-product"
import { ProductReviews } from "./product-reviews"
import { viewReviews } from "./review-list-view"

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleText(data?.product.name ?? "Product Not Found", matches) },
  ...(data ? [{ name: "description", content: data.product.desc.slice(0, 160) }] : []),
]

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, params, url }) => {
    const id = params.id ?? ""
    const query = ReviewQuery.parse(Object.fromEntries(url.searchParams))
    const product = await lookUpProduct(shop, id)
    if (!product) throw await goneProduct(shop, id)
    const [reviews, similar] = await Promise.all([listReviews(shop, id, query), similarProducts(shop, id)])
    return { product, similar, reviews: viewReviews(id, query, reviews) }
  })
}

/** Puts the product in the cart. */
export function action(args: ActionFunctionArgs) {
  return form(args, CartEntryForm, async (scene, entry) => {
    scene.carry({ cart: await addToCart(scene.shop, scene, entry) })
    return scene.redirectWithSuccess(`/product/${entry.product}`, "Item added to cart")
  })
}

/** 410 for what was once sold, 404 for what never was, with what to look at instead. */
async function goneProduct(shop: Shop, id: string) {
  const gone = await findGoneProduct(shop, id)
  const similar = gone ? await similarProducts(shop, id) : await featuredProducts(shop, 4)
  return data({ name: gone?.name ?? null, similar }, { status: gone ? 410 : 404 })
}

export default function ProductPage() {
  const { product, similar, reviews } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <div className="page">
      <Breadcrumbs
        trail={[
          { label: "Home", to: "/" },
          { label: "Products", to: "/products" },
          { label: product.category, to: `/products?category=${product.category}` },
          { label: product.name },
        ]}
      />
      <div className="product-page">
        <Gallery pictures={product.pictures} name={product.name} />
        <div className="product-buy">
          <div className="stack stack-s">
            <h1>
              <Unbroken text={product.name} />
            </h1>
            <p className="muted">Product # {product.id}</p>
            <a href="#reviews" className="product-rating">
              <Stars rating={product.rating} count={product.numReviews} />
            </a>
          </div>
          <p className="product-price">
            <Price cents={product.price} />
          </p>
          <StockStatus stock={product.stock} />
          <BuyForm product={product} refused={refused} />
          <div className="prose product-desc">
            {product.desc.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
      <ProductReviews productId={product.id} rating={product.rating} reviews={reviews} />
      <Outlet />
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <div className="section-head">
            <h2 id="similar">You may also like</h2>
          </div>
          <ProductGrid products={similar} label="Similar products" eagerCount={0} />
        </section>
      )}
    </div>
  )
}

export { GoneProduct as ErrorBoundary }

// /product/:id/:slug?

import { data, type MetaFunction } from "@remix-run/node"
import { Outlet, useActionData, useLoaderData } from "@remix-run/react"
import { isMember } from "~/domain/accounts/actor"
import { CartAddition } from "~/domain/cart/cart-schemas"
import { addToCart } from "~/domain/cart/change-cart.server"
import { featuredProducts } from "~/domain/catalog/featured.server"
import { findProductOrNull } from "~/domain/catalog/find-product.server"
import { findProductOfFormerAddress } from "~/domain/catalog/former-addresses/former-addresses.server"
import { wooCommercePath } from "~/domain/catalog/former-addresses/former-path"
import type { Product, ProductSummary } from "~/domain/catalog/product"
import { choiceQuery, optionFields } from "~/domain/catalog/product-path"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { findDeletedProduct, similarProducts } from "~/domain/catalog/similar.server"
import { choiceOf, chosenTitle, offerOf, sentChoice } from "~/domain/catalog/variants/choice"
import { lineTitle } from "~/domain/catalog/variants/variant"
import { withViewed } from "~/domain/catalog/viewed-products"
import { findOwnHold } from "~/domain/checkout/checkouts.server"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { discountNotes } from "~/domain/discounts/discount-notes"
import { reviewChecksOf } from "~/domain/law/review-checks"
import { isObjectId } from "~/domain/object-id"
import { shippingNote } from "~/domain/pages/terms"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { ReviewQuery, reviewSearch } from "~/domain/reviews/review"
import { listReviews } from "~/domain/reviews/review-list.server"
import { deliveryTermsOf } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { form } from "~/http/doorways/form.server"
import { cachedPage } from "~/http/doorways/page.server"
import { pagePath } from "~/http/request/request-path"
import type { CachePolicy, Visit } from "~/http/response-cache/cache-policy"
import { paths } from "~/paths"
import { NoWordBreak } from "~/ui/no-word-break"
import { Breadcrumbs } from "~/ui/shell/breadcrumbs"
import { pageMeta, shopOf } from "~/ui/shell/page-meta"
import { Stars } from "~/ui/stars"
import { ProductGrid } from "../products/product-grid"
import { viewCards } from "../products/view-cards"
import { BuyForm } from "./buy-form"
import { categoryTrail } from "./category-trail"
import { currentAddress } from "./current-address"
import { DeliveryTerms } from "./delivery-terms"
import { Gallery } from "./gallery/gallery"
import { OfferFacts } from "./offer-facts"
import { ProductFacts } from "./product-facts"
import { ProductOptions } from "./product-options"
import { viewProduct } from "./product-view"
import { ProductReviews } from "./reviews/product-reviews"
import { viewReviews } from "./reviews/review-list-view"
import { offerTerms } from "./structured-data/offer-terms.server"
import { productData } from "./structured-data/product-data"
import { breadcrumbData } from "./structured-data/structured-data"
import { UnavailableProduct } from "./unavailable-product"
import { useOffer } from "./use-offer"
import { ViewedStrip } from "./viewed/viewed-strip"

export { headers } from "~/http/doorways/retry-after-headers"
export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return pageMeta(page, { title: "Product Not Found" })
  const { product } = data
  const { origin, currency } = shopOf(page.matches)
  return pageMeta(page, {
    title: lineTitle(product.name, chosenIn(page.location, product)),
    description: product.desc,
    path: paths.product(product),
    indexed: true,
    kind: "product",
    picture: product.pictures[0],
    structured: [
      productData({ origin, currency, terms: data.offerTerms }, product),
      breadcrumbData(origin, trailTo(product)),
    ],
  })
}

const cache: CachePolicy = {
  store: "memory",
  parameters: [...optionFields, ...Object.keys(ReviewQuery.shape)],
  ignoresUnknown: true,
  canonicalQuery({ url, params }) {
    const { searchParams } = url
    const chosen = Object.entries(sentChoice(searchParams))
    const reviews = reviewSearch(ReviewQuery.parse(Object.fromEntries(searchParams)))
    const search = new URLSearchParams([...chosen, ...reviews])
    return isObjectId(params.id ?? "") ? { search, isUnbounded: search.size > 0 } : null
  },
  // The main part shows the units that the buyer's own checkout holds.
  async sharesMain(visit, id) {
    if (visit.session?.heldProducts.includes(id)) return false
    await rememberViewed(visit, id)
    return true
  },
}

export const loader = cachedPage(cache, async (ctx) => {
  const { shop, request, actor, id, url, params, redirectToCurrent } = ctx
  if (id === "" && params.slug === undefined) {
    const imported = await findProductOfFormerAddress(shop, wooCommercePath(params.id ?? ""))
    if (imported) return redirectToCurrent(paths.product(imported))
  }
  const query = ReviewQuery.parse(Object.fromEntries(url.searchParams))
  const [[product, reviews, similar], hold] = await Promise.all([
    readCatalog(shop, (shop) =>
      Promise.all([findProductOrNull(shop, id), listReviews(shop, id, query), similarProducts(shop, id)]),
    ),
    findOwnHold(shop, actor, id),
  ])
  if (!product) throw await unavailableProductData(shop, id, similar)
  const address = currentAddress(url, product)
  // A form sent to another address has been refused, and is about to be shown again.
  if (address !== null && request.method !== "POST") return redirectToCurrent(address)
  await rememberViewed(ctx, id)
  const choice = choiceOf(product.options, sentChoice(url.searchParams))
  const { pricing } = shop.settings.current
  const guarantee = legalGuaranteeOf(shop.settings.current)
  const category = shop.categories.current.find(product.category)?.key ?? ""
  const { price, variant } = offerOf(product, choice)
  const grams = (product.variants.find(({ id }) => id === variant?.id) ?? product.variants[0])?.weightGrams ?? 0
  return {
    product: viewProduct(product, { legalGuarantee: guarantee, settings: shop.settings.current }),
    similar: viewCards(shop, similar),
    hold,
    terms: {
      ...deliveryTermsOf(shop.settings.current),
      shipping: shippingNote(pricing, { price: price.price, grams }, todayOf(shop)),
      notice: guarantee?.notice ?? undefined,
      discounts: discountNotes(shop.discounts.current, { id, category }, pricing, {
        now: shop.now(),
        days: daysOf(shop),
      }),
    },
    offerTerms: offerTerms(shop.settings.current, product) ?? undefined,
    reviews: viewReviews(paths.product({ ...product, values: choice }), query, reviews),
    reviewChecks: reviewChecksOf(shop.settings.current),
  }
})

/** Remembers opened products in a member's browser; where scripts run, they remember the others. */
async function rememberViewed(
  { user, request, context, setCookie }: Omit<Visit, "session">,
  id: string,
): Promise<void> {
  const opensPage = request.headers.get("Accept")?.includes("text/html")
  if (!isMember(user) || !opensPage) return
  const { viewedCookie } = context
  setCookie(await viewedCookie.write(user, withViewed(await viewedCookie.read(request, user), id)))
}

export const action = form(
  CartAddition,
  async (ctx, item) => {
    ctx.updateSessionCookie({ cart: await addToCart(ctx.shop, ctx, item) })
    const chosen = optionFields.map((field) => item.choice[field] ?? null)
    const isHere = item.variantId === ctx.id
    const page = isHere ? pagePath(ctx.url.pathname) : paths.product({ id: item.variantId, name: "" })
    return ctx.redirectWithSuccess(page + choiceQuery(chosen), "Item added to cart")
  },
  { usesSettings: false },
)

/** Returns 410 for products that were once sold and 404 for others, with suggestions. */
async function unavailableProductData(shop: Shop, id: string, similar: ProductSummary[]) {
  const gone = await findDeletedProduct(shop, id)
  const others = gone ? similar : (await featuredProducts(shop, 4)).featured
  return data({ name: gone?.name ?? null, similar: viewCards(shop, others) }, { status: gone ? 410 : 404 })
}

/** The choice in the address; without one the page shows the product. */
function chosenIn({ search }: { search: string }, { options }: Pick<Product, "options">): string {
  const sent = sentChoice(new URLSearchParams(search))
  return Object.keys(sent).length > 0 ? chosenTitle(options, choiceOf(options, sent)) : ""
}

function trailTo({ category, name }: { category: string; name: string }) {
  return [...categoryTrail(category), { label: name }]
}

export default function ProductPage() {
  const { product, similar, hold, terms, reviews, reviewChecks } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const offer = useOffer(product, hold, refused)
  return (
    <div className="page">
      <Breadcrumbs trail={trailTo(product)} />
      <div className="product-page">
        <Gallery pictures={offer.pictures} name={product.name} />
        <div className="product-buy">
          <div className="stack stack-s">
            <h1>
              <NoWordBreak text={product.name} />
            </h1>
            <a href="#reviews" className="product-rating">
              <Stars rating={product.rating} count={product.numReviews} />
            </a>
          </div>
          <OfferFacts product={product} offer={offer} />
          <BuyForm
            key={product.id}
            product={product}
            action={offer.action}
            available={offer.available}
            refused={refused}
          >
            {product.options.length > 0 && <ProductOptions product={product} offer={offer} refused={refused} />}
          </BuyForm>
          <DeliveryTerms {...terms} />
          <div className="prose product-desc">
            <Paragraphs text={product.desc} />
          </div>
          <ProductFacts rows={product.facts} />
          <p className="muted">Product # {product.id}</p>
        </div>
      </div>
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <div className="section-head">
            <h2 id="similar">You may also like</h2>
          </div>
          <ProductGrid products={similar} label="Similar products" eagerCount={0} />
        </section>
      )}
      <ProductReviews
        path={paths.product(product)}
        choice={choiceQuery(offer.choice)}
        rating={product.rating}
        reviews={reviews}
        checks={reviewChecks}
      />
      <ViewedStrip id={product.id} />
      <Outlet />
    </div>
  )
}

export { UnavailableProduct as ErrorBoundary }

/** Text with empty lines between its paragraphs; they may repeat, so their keys are indexes. */
function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).map((words, place) => ({ words, place }))
  return paragraphs.map(({ words, place }) => <p key={place}>{words}</p>)
}

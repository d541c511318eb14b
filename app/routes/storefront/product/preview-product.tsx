// /preview/:id

import { useLoaderData } from "@remix-run/react"
import { factRows } from "~/domain/catalog/facts/facts"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import { tenthsBelow } from "~/domain/catalog/measures/unit-price"
import { choiceQuery } from "~/domain/catalog/product-path"
import { productStateNames } from "~/domain/catalog/publication/publication"
import { type ChoosableValue, choiceOf, offerOf, sentChoice, valuesAt } from "~/domain/catalog/variants/choice"
import { UNCOUNTED_STOCK } from "~/domain/inventory/stock"
import { findResponsible } from "~/domain/settings/responsible-persons"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Lines } from "~/ui/lines"
import { NoWordBreak } from "~/ui/no-word-break"
import { Notice } from "~/ui/notice"
import { ProductPicture } from "~/ui/picture"
import { title } from "~/ui/shell/title"
import { ProductPrice } from "../products/product-price"
import { ProductFacts } from "./product-facts"
import { measureOf } from "./product-view"

export const meta = title<typeof loader>(({ product }) => `Preview of ${product.name}`)

/** For anyone but staff this address does not exist. */
export const loader = page(async ({ shop, id, staff, url, redirect }) => {
  if (!staff("products.see")) throw notFound("There is nothing at this address.")
  const product = await findEditedProduct(shop, id)
  const choice = choiceOf(product.options, sentChoice(url.searchParams))
  if (product.state === "published") return redirect(paths.product({ ...product, values: choice }))
  const { name, state, desc, options, pictures, facts, hasOptions, variants } = product
  const { current } = shop.settings
  const below = tenthsBelow(current.pricing)
  const priced = variants.map((variant) => ({ ...variant, ...measureOf(variant, below) }))
  const { price, isFrom, stock, picture } = offerOf({ ...product, variants: priced }, choice)
  return {
    product: { id, name, state, desc },
    facts: factRows(
      facts,
      hasOptions ? undefined : variants[0],
      findResponsible(current, facts.responsiblePerson ?? ""),
    ),
    price: { ...price, isFrom: isFrom || undefined },
    units: stock >= UNCOUNTED_STOCK ? "In stock, not counted" : `${stock} in stock`,
    picture: picture ?? pictures[0] ?? null,
    options: options.map(({ name }, place) => ({ name, values: linksTo(id, valuesAt(product, choice, place)) })),
  }
})

/** The preview's options are links only: it shows the shop's page, without its scripts. */
function linksTo(id: string, values: ChoosableValue[]) {
  return values.map(({ name, isChosen, choice, unavailability }) => {
    const words = unavailability && (unavailability.kind === "soldOut" ? "sold out" : "not available")
    return { label: words ? `${name}, ${words}` : name, isChosen, href: paths.previewProduct(id) + choiceQuery(choice) }
  })
}

export default function PreviewProduct() {
  const { product, facts, price, units, picture, options } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Notice tone="neutral" title={`${productStateNames[product.state]}: only staff see this page`}>
        <ButtonLink to={paths.adminProduct(product.id)} variant="secondary" small>
          Update product
        </ButtonLink>
      </Notice>
      <div className="product-page">
        <ProductPicture picture={picture} sizes="(min-width: 60rem) 50vw, 100vw" eager />
        <div className="product-buy">
          <h1>
            <NoWordBreak text={product.name} />
          </h1>
          <p className="product-price">
            <ProductPrice product={price} />
          </p>
          <p>{units}</p>
          {options.map(({ name, values }) => (
            <section key={name} className="stack stack-s" aria-label={name}>
              <p className="muted">{name}</p>
              <div className="cluster">
                {values.map(({ label, isChosen, href }) => (
                  <ButtonLink
                    key={href}
                    to={href}
                    variant={isChosen ? "primary" : "secondary"}
                    small
                    preventScrollReset
                    aria-current={isChosen || undefined}
                  >
                    {label}
                  </ButtonLink>
                ))}
              </div>
            </section>
          ))}
          <p className="prose product-desc as-written">
            <Lines text={product.desc} />
          </p>
          <ProductFacts rows={facts} />
        </div>
      </div>
    </div>
  )
}

// /preview/:id
import { useLoaderData } from "@remix-run/react"
import { findEditedProduct } from "~/domain/catalog/products.server"
import { productStateNames } from "~/domain/catalog/publication/publication"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { NoWordBreak } from "~/ui/no-word-break"
import { Notice } from "~/ui/notice"
import { ProductPicture } from "~/ui/picture"
import { title } from "~/ui/shell/title"
import { ProductPrice } from "../products/product-price"

export const meta = title<typeof loader>(({ product }) => `Preview of ${product.name}`)

/** For anybody but staff there is nothing here, as at any other address that does not exist. */
export const loader = page(async ({ shop, id, staff, redirect }) => {
  if (!staff("products.see")) throw notFound("There is nothing at this address.")
  const { createdAt: _, lastCorrection: _unused, ...product } = await findEditedProduct(shop, id)
  return product.state === "published" ? redirect(paths.product(product)) : { product }
})

export default function PreviewProduct() {
  const { product } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Notice tone="neutral" title={`${productStateNames[product.state]}: only staff see this page`}>
        <ButtonLink to={paths.adminProduct(product.id)} variant="secondary" small>
          Update product
        </ButtonLink>
      </Notice>
      <div className="product-page">
        <ProductPicture picture={product.pictures[0] ?? null} sizes="(min-width: 60rem) 50vw, 100vw" eager />
        <div className="product-buy">
          <h1>
            <NoWordBreak text={product.name} />
          </h1>
          <p className="product-price">
            <ProductPrice product={{ ...product, isFrom: product.highestPrice > product.price || undefined }} />
          </p>
          <p>{product.stock} in stock</p>
          <p className="prose product-desc as-written">{product.desc}</p>
        </div>
      </div>
    </div>
  )
}

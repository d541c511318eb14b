// /admin/product/:id

import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { editProduct } from "~/domain/catalog/editing/edit-product.server"
import { snapshotOf } from "~/domain/catalog/editing/product-texts"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import type { EditableProduct } from "~/domain/catalog/product"
import { productRecord } from "~/domain/catalog/product-record"
import { productStateNames } from "~/domain/catalog/publication/publication"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { StaffLink } from "../permitted/permitted"
import { returnPath } from "../return-path"
import { ProductForm } from "./product-form"
import { viewProductForm } from "./view-product-form.server"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ product }) => `Update ${product.name}`)

export const loader = adminPage(productEditing, async ({ shop, user, id, url }) => {
  const { lastCorrection, ...product } = await findEditedProduct(shop, id)
  return {
    product,
    ...viewProductForm(shop, product, { snapshot: snapshotOf(product, lastCorrection) }),
    back: returnPath({ user, url }, "/admin/products"),
  }
})

export const action = adminForm(
  productEditing,
  productRecord.form,
  async (ctx, { kept, snapshot, ...changes }) => {
    await editProduct(ctx.shop, ctx.actor, ctx.id, { changes, kept, uploads: ctx.files, snapshot })
    return ctx.redirectWithSuccess(returnPath(ctx, "/admin/products"), "Product data has been updated")
  },
  { fileField: "images", refusalData: staleFieldsOf },
)

/** A product that shoppers cannot see has a preview instead of a page. */
function PageLink({ product }: { product: EditableProduct }) {
  if (product.state === "published") return <Link to={paths.product(product)}>{product.name}</Link>
  return (
    <>
      <Badge tone="neutral">{productStateNames[product.state]}</Badge>{" "}
      <Link to={paths.previewProduct(product.id)}>Preview {product.name}</Link>
    </>
  )
}

export default function EditProduct() {
  const { product, form, derived, back } = useLoaderData<typeof loader>()
  const remove = paths.deleteRecord("product", product.id, { back })
  return (
    <AdminPage
      title="Update product"
      lead={<PageLink product={product} />}
      actions={
        <>
          <StaffLink to={paths.adminReviews({ product: product.id })}>Reviews</StaffLink>
          <StaffLink to={paths.productVariants(product.id)}>Versions</StaffLink>
          <StaffLink to={paths.stockLedger(product.id)}>Stock ledger</StaffLink>
          <StaffLink to={paths.auditLog({ subject: product.id })}>Audit log</StaffLink>
          <DeleteLink to={remove} kind="product" name={product.name} />
        </>
      }
    >
      <ProductForm key={product.id} {...{ product, form, derived }} />
    </AdminPage>
  )
}

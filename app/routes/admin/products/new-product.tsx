// /admin/product

import { useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { publishProductIn } from "~/domain/catalog/editing/publish-product.server"
import { productRecord } from "~/domain/catalog/product-record"
import { storeProductImages } from "~/domain/media/store-product-images.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { openTo } from "../return-path"
import { ProductForm } from "./product-form"
import { viewProductForm } from "./view-product-form.server"

export const meta = title("Create product")

export const loader = adminPage(productEditing, ({ shop }) => viewProductForm(shop, null, { formKey: newFormKey() }))

export const action = adminForm(
  productEditing,
  productRecord.form,
  async (ctx, fields) => {
    const images = await storeProductImages(ctx.shop, ctx.files)
    await submitOnce(ctx, (tx) => publishProductIn(tx, ctx.actor, fields, { images }))
    return ctx.redirectWithSuccess(
      openTo(ctx, "/admin/products"),
      fields.status === "draft" ? "Draft saved" : "Product created",
    )
  },
  { fileField: "images" },
)

export default function NewProduct() {
  return (
    <AdminPage title="Create product">
      <ProductForm {...useLoaderData<typeof loader>()} />
    </AdminPage>
  )
}

// /admin/product

import { useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { ProductInputs, productRules } from "~/domain/catalog/editing/product-inputs"
import { publishProductIn } from "~/domain/catalog/editing/publish-product.server"
import { storeProductImages } from "~/domain/media/store-product-images.server"
import { FormKey } from "~/domain/records/form-key"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { openTo } from "../return-path"
import { ProductForm } from "./product-form"
import { taxClassChoices } from "./tax-class-choices.server"

export const meta = title("Create product")

export const loader = adminPage(productEditing, ({ shop }) => ({
  formKey: newFormKey(),
  categories: shop.categories.current.names,
  taxClasses: taxClassChoices(shop),
}))

export const action = adminForm(
  productEditing,
  ProductInputs.extend({ formKey: FormKey }).check(...productRules),
  async (ctx, { formKey: _, ...fields }) => {
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
  const { formKey, categories, taxClasses } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Create product">
      <ProductForm {...{ formKey, categories, taxClasses }} />
    </AdminPage>
  )
}

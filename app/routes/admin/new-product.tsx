// /admin/product
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { ProductForm as ProductSchema } from "~/domain/catalog/product"
import { publishProduct } from "~/domain/catalog/products.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { ProductForm } from "./product-form"
import { newImages } from "./product-images.server"

export const meta = title("Create product")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ user }) => {
    requireAdmin(user)
    return {}
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ProductSchema,
    async (scene, fields) => {
      const admin = requireAdmin(scene.user)
      await publishProduct(scene.shop, admin, fields, await newImages(scene))
      return scene.redirectWithSuccess("/admin/products", "Product created")
    },
    { guard: requireAdmin },
  )
}

export default function NewProduct() {
  const lastResult = useActionData<typeof action>()
  return (
    <AdminPage title="Create product">
      <ProductForm lastResult={lastResult} />
    </AdminPage>
  )
}

// /admin/product/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { ProductChanges, ProductForm as ProductSchema } from "~/domain/catalog/product"
import { findProduct, updateProduct } from "~/domain/catalog/products.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { ConfirmLink } from "~/ui/confirm-link"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { backOf } from "./back"
import { consequences } from "./consequences"
import { ProductForm } from "./product-form"
import { KeptImage, keptImages, newImages } from "./product-images.server"

export const meta = title("Update product")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    requireAdmin(user)
    return { product: await findProduct(shop, params.id ?? ""), back: backOf(url, "/admin/products") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ProductChanges.extend(ProductSchema.shape).extend({ kept: z.array(KeptImage).default([]) }),
    async (scene, { kept, ...changes }) => {
      const admin = requireAdmin(scene.user)
      const product = await findProduct(scene.shop, scene.params.id ?? "")
      const chosen = await newImages(scene)
      const images = chosen.length > 0 ? chosen : keptImages(kept, product)
      await updateProduct(scene.shop, admin, product.id, changes, images)
      return scene.redirectWithSuccess(backOf(scene.url, "/admin/products"), "Product data has been updated")
    },
    { guard: requireAdmin },
  )
}

export default function EditProduct() {
  const { product, back } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const remove = `/admin/product/${product.id}/delete?${new URLSearchParams({ back })}`
  return (
    <AdminPage
      title="Update product"
      lead={<Link to={`/product/${product.id}`}>{product.name}</Link>}
      actions={
        <>
          <Link to={`/admin/reviews?product=${product.id}`}>Reviews</Link>
          <Link to={`/admin/product/${product.id}/stock`}>Stock ledger</Link>
          <Link to={`/admin/audit?subject=${product.id}`}>Who did what</Link>
          <ConfirmLink to={remove} label="Delete" small icon="trash" title={`Delete ${product.name}?`} confirm="Delete">
            <p>{consequences.product}</p>
          </ConfirmLink>
        </>
      }
    >
      <ProductForm key={product.id} product={product} lastResult={lastResult} />
    </AdminPage>
  )
}

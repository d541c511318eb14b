// /admin/product/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { findProduct, removeProduct } from "~/domain/catalog/products.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { title } from "~/ui/title"
import { AskPage } from "./ask-page"
import { backOf, undoOf } from "./back"
import { consequences } from "./consequences"

export const meta = title("Delete product")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    requireAdmin(user)
    const { name } = await findProduct(shop, params.id ?? "")
    return { name, back: backOf(url, "/admin/products") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) => {
      const id = scene.params.id ?? ""
      const back = backOf(scene.url, "/admin/products")
      return orToast(scene, back, async () => {
        await removeProduct(scene.shop, requireAdmin(scene.user), id)
        return scene.redirectWithSuccess(back, "Product has been deleted", undoOf("product", id, back))
      })
    },
    { guard: requireAdmin },
  )
}

export default function DeleteProduct() {
  const { name, back } = useLoaderData<typeof loader>()
  return <AskPage title={`Delete ${name}?`} confirm="Delete" consequence={consequences.product} back={back} />
}

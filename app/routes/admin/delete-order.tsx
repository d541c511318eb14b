// /admin/order/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { removeOrder } from "~/domain/orders/remove-order.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { title } from "~/ui/title"
import { AskPage } from "./ask-page"
import { backOf, undoOf } from "./back"
import { consequences } from "./consequences"

export const meta = title("Delete order")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const order = await findOrder(shop, requireAdmin(user), params.id ?? "")
    return { id: order.id, back: backOf(url, "/admin/orders") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) => {
      const id = scene.params.id ?? ""
      const back = backOf(scene.url, "/admin/orders")
      return orToast(scene, back, async () => {
        await removeOrder(scene.shop, requireAdmin(scene.user), id)
        return scene.redirectWithSuccess(back, "Order has been deleted", undoOf("order", id, back))
      })
    },
    { guard: requireAdmin },
  )
}

export default function DeleteOrder() {
  const { id, back } = useLoaderData<typeof loader>()
  return <AskPage title={`Delete order ${id}?`} confirm="Delete" consequence={consequences.order} back={back} />
}

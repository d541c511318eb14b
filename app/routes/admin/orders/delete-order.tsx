// /admin/order/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { confirmDeletion, deleteWithUndo } from "~/routes/admin/deletion.server"
import { title } from "~/ui/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title("Delete order")

export function loader(args: LoaderFunctionArgs) {
  return confirmDeletion(args, "order", async ({ shop, actor, id }) => {
    const order = await findOrder(shop, actor, id)
    return `Delete order ${order.id}?`
  })
}

export function action(args: ActionFunctionArgs) {
  return deleteWithUndo(args, "order", ({ shop, actor, id }) => softDeleteOrder(shop, actor, id))
}

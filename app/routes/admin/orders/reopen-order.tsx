// /admin/order/:id/reopen
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { reopenOrder } from "~/domain/orders/receiving/record-payment.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(["orders.see", "orders.cancel"], async ({ shop, actor, id, redirect }) => {
  const { number, status, payment } = await findOrder(shop, actor, id)
  if (status !== "Cancelled" || payment.status !== "awaiting") return redirect(paths.adminOrder(id))
  const confirmation: Confirmation = {
    title: `Reopen order ${orderName(number)}?`,
    consequence: "Its items are reserved again, if they are still in stock, and it waits for its payment.",
    confirmLabel: "Reopen order",
    back: paths.adminOrder(id),
  }
  return confirmation
})

export const action = adminForm(
  "orders.cancel",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await reopenOrder(shop, actor, id)
    return redirectWithSuccess(paths.adminOrder(id), "The order is open again")
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.adminOrder(id)) },
)

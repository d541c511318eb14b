// /admin/order/:id/end-access
import { endGuestAccess } from "~/domain/orders/end-order-access.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, id, redirect }) => {
  const { number, user } = await findOrder(shop, actor, id)
  if (!user.isGuest) return redirect(paths.adminOrder(id))
  const confirmation: Confirmation = {
    title: `Turn off the links to order ${orderName(number)}?`,
    consequence: `Links in earlier emails stop working, and no device shows the order any more. ${user.email} can ask for a new link at any time.`,
    confirmLabel: "End access",
    back: paths.adminOrder(id),
  }
  return confirmation
})

export const action = adminForm("orders.ship", noFields, async ({ shop, actor, id, redirectWithSuccess }) => {
  await endGuestAccess(shop, actor, id)
  return redirectWithSuccess(paths.adminOrder(id), "Links to this order no longer work")
})

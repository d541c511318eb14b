// /admin/order/:id/refund/decline
import { declineRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { RefundDecline } from "~/domain/orders/order-schemas"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = adminPage("orders.refund", ({ id, redirect }) => redirect(paths.adminOrder(id)))

export const action = adminForm(
  "orders.refund",
  RefundDecline,
  async ({ shop, actor, id, redirectWithSuccess }, { request }) => {
    await declineRefund(shop, actor, id, request)
    return redirectWithSuccess(paths.adminOrder(id), "The refund is declined")
  },
  { screen: "/admin/orders", refused: asToast(({ id }: FormContext<unknown>) => paths.adminOrder(id)) },
)

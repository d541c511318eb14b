// /admin/order/:id/payment/:payment/undo
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { listReceivedPayments } from "~/domain/orders/receiving/received-payments.server"
import { undoPayment } from "~/domain/orders/receiving/record-payment.server"
import { formatAmount } from "~/domain/settings/format-amount"
import { notFound } from "~/domain/shop-error"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, id, params }) => {
  const { number } = await findOrder(shop, actor, id)
  const payment = (await listReceivedPayments(shop, actor, id)).find((one) => one.id === params.payment)
  if (!payment || payment.undoneAt !== null) throw notFound("No payment found")
  const confirmation: Confirmation = {
    title: `Undo the payment of ${formatAmount(shop, payment.amount)}?`,
    consequence: `Order ${orderName(number)} will be NOT PAID again. Undo a payment only if it was recorded by mistake.`,
    confirmLabel: "Undo payment",
    back: paths.adminOrder(id),
  }
  return confirmation
})

export const action = adminForm(
  "orders.ship",
  noFields,
  async ({ shop, actor, id, params, redirectWithSuccess }) => {
    await undoPayment(shop, actor, { orderId: id, id: params.payment ?? "" })
    return redirectWithSuccess(paths.adminOrder(id), "The payment is undone")
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.adminOrder(id)) },
)

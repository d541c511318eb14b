// /admin/order/:id/refund/confirm

import { quoteRefund } from "~/domain/orders/cancellation/refund-order.server"
import { orderName } from "~/domain/orders/order"
import { RefundFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import { formatAmount } from "~/domain/settings/format-amount"
import type { ShopError } from "~/domain/shop-error"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminPage } from "~/http/doorways/page.server"
import { refusalKinds } from "~/http/doorways/refusal-kinds"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import type { Confirmation } from "../confirm-page"
import { refundInputOf, toRefundRequest } from "./refund-query"

export { ConfirmPage as default } from "../confirm-page"

export const meta = title<typeof loader>(({ number }) => `Confirm the refund of order ${orderName(number)}`)

export const loader = adminPage(
  ["orders.see", "orders.refund"],
  async ({ shop, actor, id, url, redirect }) => {
    const order = await findOrder(shop, actor, id)
    const parsed = RefundFields.safeParse(refundInputOf(url.searchParams))
    if (!parsed.success) return redirect(paths.refundOrder(id))
    const amount = await quoteRefund(shop, actor, id, toRefundRequest(parsed.data))
    const { number, user, totals } = order
    const refund = formatAmount(shop, amount)
    return {
      number,
      title: `Refund ${refund}?`,
      consequence: `${refund} of the ${formatAmount(shop, totals.total)} that ${user.name} paid for order ${orderName(number)} will be refunded. This cannot be undone.`,
      confirmLabel: `Refund ${refund}`,
      back: refundPath(id, url),
      action: paths.refundOrder(id),
      fields: [...url.searchParams, ["confirmed", String(amount)]],
    } satisfies Confirmation & { number: number }
  },
  { proof: "refund.large", refused: toRefundForm },
)

/** Leads back to the form with its values, unless the order is missing. */
function toRefundForm({ kind, message }: ShopError, { id, url, toast, redirect }: DoorwayContext<unknown>) {
  if (!refusalKinds[kind].shownIn.includes("form")) return null
  toast({ type: "error", message })
  return redirect(refundPath(id, url))
}

const refundPath = (id: string, url: URL) => paths.refundOrder(id, url.search)

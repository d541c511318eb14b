// /admin/order/:id/refund/confirm

import { useLoaderData } from "@remix-run/react"
import { quoteRefund } from "~/domain/orders/cancellation/confirm-refund.server"
import { orderName } from "~/domain/orders/order"
import { RefundFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import type { ShopError } from "~/domain/shop-error"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminPage } from "~/http/doorways/page.server"
import { refusalKinds } from "~/http/doorways/refusal-kinds"
import { paths } from "~/paths"
import { ConfirmPage } from "~/routes/admin/confirm-page"
import { useFormatMoney } from "~/ui/currency"
import { title } from "~/ui/shell/title"
import { refundInputOf, toRefundRequest } from "./refund-query"

export const meta = title<typeof loader>(({ number }) => `Confirm the refund of order ${orderName(number)}`)

export const loader = adminPage(
  ["orders.see", "orders.refund"],
  async ({ shop, actor, id, url, redirect }) => {
    const order = await findOrder(shop, actor, id)
    const parsed = RefundFields.safeParse(refundInputOf(url.searchParams))
    if (!parsed.success) return redirect(paths.refundOrder(id))
    const amount = await quoteRefund(shop, actor, id, toRefundRequest(parsed.data))
    const fields = [...url.searchParams, ["confirmed", String(amount)] as const]
    const { number, user, totals } = order
    return { id, number, customer: user.name, total: totals.total, amount, fields, back: refundPath(id, url) }
  },
  { proof: "recent", refused: toRefundForm },
)

/** Leads back to the form with what was typed, unless the order is missing. */
function toRefundForm({ kind, message }: ShopError, { id, url, toast, redirect }: DoorwayContext<unknown>) {
  if (!refusalKinds[kind].shownIn.includes("form")) return null
  toast({ type: "error", message })
  return redirect(refundPath(id, url))
}

const refundPath = (id: string, url: URL) => paths.refundOrder(id, url.search)

export default function ConfirmRefund() {
  const formatMoney = useFormatMoney()
  const { id, number, customer, total, amount, fields, back } = useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={`Refund ${formatMoney(amount)}?`}
      consequence={`${formatMoney(amount)} of the ${formatMoney(total)} that ${customer} paid for order ${orderName(number)} will be refunded. This cannot be undone.`}
      confirmLabel={`Refund ${formatMoney(amount)}`}
      back={back}
      action={paths.refundOrder(id)}
      fields={fields}
    />
  )
}

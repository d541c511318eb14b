// /admin/order/:id/refund

import { Link, useLoaderData } from "@remix-run/react"
import { noteOfRefund, refundWithConfirmation } from "~/domain/orders/cancellation/refund-order.server"
import { nothingToRefund, orderName, refundable } from "~/domain/orders/order"
import { RefundFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import { formatAmount } from "~/domain/settings/format-amount"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Refusal } from "~/ui/form/refusal"
import { EmptyState } from "~/ui/lists/empty-state"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { RefundForm } from "./refund-form"
import { refundInputOf, refundSearchParams, toRefundRequest } from "./refund-query"
import { refundWords } from "./refund-words"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ order }) => `Refund order ${orderName(order.number)}`)

export const loader = adminPage(["orders.see", "orders.refund"], async ({ shop, actor, id, url }) => {
  const order = await findOrder(shop, actor, id)
  // An administrator who returns from the confirmation finds their entries.
  const before = RefundFields.safeParse(refundInputOf(url.searchParams))
  const note = await noteOfRefund(shop, actor, id)
  return { order, left: refundable(order), typed: before.success ? before.data : null, note }
})

export const action = adminForm(
  "orders.refund",
  RefundFields,
  async ({ shop, actor, id, redirect, redirectWithSuccess }, refund) => {
    const asked = await refundWithConfirmation(shop, actor, id, toRefundRequest(refund), refund.confirmed)
    if ("amountToConfirm" in asked) return redirect(paths.confirmRefund(id, refundSearchParams(refund)))
    if ("waiting" in asked) {
      const waits = `The refund of ${formatAmount(shop, asked.waiting)} is waiting for someone with a higher limit`
      return redirectWithSuccess(paths.adminOrder(id), waits)
    }
    return redirectWithSuccess(paths.adminOrder(id), refundWords(shop, asked.refunded))
  },
)

export default function RefundOrder() {
  const { order, left, typed, note } = useLoaderData<typeof loader>()
  const here = paths.adminOrder(order.id)
  return (
    <AdminPage title="Refund order" lead={<Link to={here}>Order {orderName(order.number)}</Link>}>
      {note && (
        <Notice tone="neutral" title="About this payment">
          <p>{note}</p>
        </Notice>
      )}
      {left > 0 ? (
        <RefundForm order={order} remaining={left} typed={typed} />
      ) : (
        <>
          <Refusal id="refund" />
          <EmptyState title={nothingToRefund(order.totals.total)} action={<ButtonLink to={here}>Back</ButtonLink>} />
        </>
      )}
    </AdminPage>
  )
}

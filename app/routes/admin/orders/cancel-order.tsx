// /admin/order/:id/cancel

import { Link, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { cancelOrderAsShop } from "~/domain/orders/cancellation/cancel-order.server"
import { moneyBackOf, orderName } from "~/domain/orders/order"
import { CancellationFields } from "~/domain/orders/order-schemas"
import { isCancellable, type OrderStatus, statusRules } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { refundSnapshotOf } from "~/domain/orders/refund-snapshot"
import { formatAmount } from "~/domain/settings/format-amount"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { Refusal } from "~/ui/form/refusal"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ number }) => `Cancel order ${orderName(number)}`)

export const loader = adminPage(["orders.see", "orders.cancel"], async ({ shop, actor, id }) => {
  const order = await findOrder(shop, actor, id)
  const { number, status, refunded, payment } = order
  const isUnpaid = payment.status === "awaiting"
  return {
    id,
    number,
    status,
    refunded,
    method: payment.method,
    isUnpaid,
    amount: moneyBackOf(order),
    customer: order.user.name,
  }
})

export const action = adminForm(
  "orders.cancel",
  CancellationFields,
  async ({ shop, actor, id, redirectWithSuccess }, { reason, restock, ...sent }) => {
    const request = { reason, restock: restock === "on", snapshot: refundSnapshotOf(sent) }
    const paidBack = await cancelOrderAsShop(shop, actor, id, request)
    const refund = paidBack > 0 ? `, ${formatAmount(shop, paidBack)} refunded` : ". There was nothing to pay back."
    return redirectWithSuccess(paths.adminOrder(id), `Order cancelled${refund}`)
  },
)

export default function CancelOrder() {
  const { id, number, status } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Cancel order" lead={<Link to={paths.adminOrder(id)}>Order {orderName(number)}</Link>}>
      {isCancellable({ status }) ? (
        <Question key={id} />
      ) : (
        <StatusChanged id={id} status={status}>
          {statusRules[status].parcel === "none"
            ? "There is nothing left to cancel."
            : "An order that has been shipped can no longer be cancelled. You can refund it instead."}
        </StatusChanged>
      )}
    </AdminPage>
  )
}

function Question() {
  const formatMoney = useFormatMoney()
  const { id, amount, refunded, method, isUnpaid, customer } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Record<"reason" | "restock" | "snapshot", string>>({
    id: "cancel",
    defaultValue: { restock: "on" },
  })
  return (
    <ShopForm tool={{ name: "cancel_order", description: "Cancels the order and refunds what was paid" }} form={form}>
      <p>
        {amount > 0 &&
          (method === "online"
            ? `${formatMoney(amount)} will be refunded to the card of ${customer}. `
            : `${formatMoney(amount)} must be paid back to ${customer}. `)}
        {isUnpaid ? "You can reopen it if the money still arrives." : "A cancelled order cannot be reopened."}
      </p>
      <input type="hidden" name={fields.snapshot.name} value={refunded} />
      <TextareaField
        of={fields.reason}
        label="Reason"
        hint={`${customer} will see it in the cancellation email.`}
        rows={3}
        maxLength={300}
        required
      />
      <CheckboxField of={fields.restock} label="Put the units back into stock" />
      <SubmitOrCancel variant="danger" cancel={paths.adminOrder(id)} cancelLabel="Keep order" cancelVariant="secondary">
        {amount > 0 ? `Cancel order and refund ${formatMoney(amount)}` : "Cancel order"}
      </SubmitOrCancel>
    </ShopForm>
  )
}

interface StatusChangedProps {
  id: string
  status: OrderStatus
  children: ReactNode
}

/** Shown in place of a form that no longer applies to the order */
function StatusChanged({ id, status, children }: StatusChangedProps) {
  return (
    <div className="stack">
      <Refusal id="moved-on" />
      <Notice tone="neutral" title={`This order is now ${status}`}>
        {children}
      </Notice>
      <p>
        <ButtonLink to={paths.adminOrder(id)} variant="secondary">
          Show the order
        </ButtonLink>
      </p>
    </div>
  )
}

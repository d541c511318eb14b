// /admin/order/:id/payment

import { Link, useLoaderData } from "@remix-run/react"
import { todayOf } from "~/domain/days/shop-days.server"
import { centsToText, currencySign } from "~/domain/money/format-money"
import { missingOf, orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { RecordedPayment } from "~/domain/orders/receiving/receiving-schemas"
import { recordPayment } from "~/domain/orders/receiving/record-payment.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { Refusal } from "~/ui/form/refusal"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ number }) => `Payment of order ${orderName(number)}`)

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, id }) => {
  const order = await findOrder(shop, actor, id)
  return {
    id,
    number: order.number,
    missing: order.status === "Cancelled" ? 0 : missingOf(order),
    sign: currencySign(order.currency),
    today: todayOf(shop),
    formKey: newFormKey(),
  }
})

export const action = adminForm("orders.ship", RecordedPayment, async (ctx, payment) => {
  const { actor, id } = ctx
  await submitOnce(ctx, (tx) => recordPayment(tx, actor, id, payment))
  return ctx.redirectWithSuccess(paths.adminOrder(id), "The payment is recorded")
})

export default function RecordPayment() {
  const { id, number, missing } = useLoaderData<typeof loader>()
  const here = paths.adminOrder(id)
  return (
    <AdminPage title="Record a payment" lead={<Link to={here}>Order {orderName(number)}</Link>}>
      {missing > 0 ? (
        <PaymentForm />
      ) : (
        <>
          <Refusal id="payment" />
          <EmptyState title="Nothing is to be paid for this order" action={<ButtonLink to={here}>Back</ButtonLink>} />
        </>
      )}
    </AdminPage>
  )
}

function PaymentForm() {
  const { id, missing, sign, today, formKey } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Record<"amount" | "receivedOn", string>>({
    id: "payment",
    defaultValue: { amount: centsToText(missing), receivedOn: today },
  })
  return (
    <ShopForm
      tool={{ name: "record_payment", description: "Records money that was received for the order" }}
      form={form}
    >
      <FormKeyInput value={formKey} />
      <TextField
        of={fields.amount}
        label="Amount received"
        hint="The order is paid once nothing is missing."
        prefix={sign}
        inputMode="decimal"
        width="medium"
        required
      />
      <TextField of={fields.receivedOn} label="Received on" type="date" width="medium" required />
      <SubmitOrCancel cancel={paths.adminOrder(id)}>Record payment</SubmitOrCancel>
    </ShopForm>
  )
}

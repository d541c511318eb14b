// /admin/payments/receive

import { Link, useLoaderData } from "@remix-run/react"
import { findAwaiting, receiveOrders } from "~/domain/bank-files/awaiting-orders.server"
import { ReceivedOrders, TickedOrders } from "~/domain/bank-files/bank-filters"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { invalid } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { Button, ButtonLink } from "~/ui/button"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

const LIST = "/admin/payments/orders"

export const meta = title("Mark orders as paid")

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, url }) => {
  const { data, error } = TickedOrders.safeParse(url.searchParams.getAll("id"))
  if (error) throw invalid(error.issues[0]?.message ?? "Choose the orders again")
  return { orders: await findAwaiting(shop, actor, data), formKey: newFormKey() }
})

export const action = adminForm(["orders.see", "orders.ship"], ReceivedOrders, async (ctx, { ids }) => {
  let count = 0
  await submitOnce(ctx, async (tx) => {
    count = await receiveOrders(tx, ctx.actor, ids)
  })
  return ctx.redirectWithSuccess(LIST, `${pluralize(count, "payment is", "payments are")} recorded`)
})

export default function ReceivePayments() {
  const { orders, formKey } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Mark orders as paid?" lead={<Link to={LIST}>Back to the orders</Link>}>
      <Refusal id="receive" />
      {orders.length === 0 ? (
        <EmptyState
          title="None of these orders waits for a transfer"
          action={<ButtonLink to={LIST}>Back</ButtonLink>}
        />
      ) : (
        <PostForm tool={null} className="stack">
          <FormKeyInput value={formKey} />
          <ul>
            {orders.map(({ id, number, customer, missing, currency }, place) => (
              <li key={id}>
                <input type="hidden" name={`ids[${place}]`} value={id} />
                {orderName(number)}, <bdi>{customer}</bdi>: {formatMoney(missing, currency)}
              </li>
            ))}
          </ul>
          <p>All that is missing is recorded as received today. Each payment can be undone on the page of its order.</p>
          <div className="cluster">
            <Button>{`Record ${pluralize(orders.length, "payment")}`}</Button>
            <ButtonLink to={LIST} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </PostForm>
      )}
    </AdminPage>
  )
}

// /order/:id
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { page } from "~/http/page.server"
import { Address } from "~/ui/address"
import { Breadcrumbs } from "~/ui/breadcrumbs"
import { LineItem } from "~/ui/line-item"
import { OrderStatusBadge, PaymentBadge } from "~/ui/order-status"
import { OrderSummary } from "~/ui/order-summary"
import { PageHeading } from "~/ui/page-heading"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"
import { When } from "~/ui/when"

export const meta = title("Order")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const order = await findOrder(shop, requireMember(user), params.id ?? "")
    return { order, address: viewAddress(order.shippingInfo) }
  })
}

export default function OrderPage() {
  const { order, address } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <Breadcrumbs trail={[{ label: "Orders", to: "/orders" }, { label: order.id }]} />
      <PageHeading title={`Order ${order.id}`} lead={<When date={order.createdAt} />} />
      <div className="with-summary">
        <div className="stack stack-l">
          <dl className="facts">
            <div>
              <dt>Status</dt>
              <dd>
                <OrderStatusBadge status={order.status} />
              </dd>
            </div>
            <div>
              <dt>Payment</dt>
              <dd>
                <PaymentBadge status={order.payment.status} />
              </dd>
            </div>
          </dl>
          <section className="stack" aria-labelledby="items">
            <h2 id="items">Items</h2>
            <ul className="line-items">
              {order.lines.map((line) => (
                <LineItem
                  key={line.id}
                  name={line.name}
                  picture={line.picture}
                  to={`/product/${line.product}`}
                  detail={
                    <>
                      {line.quantity} × <Price cents={line.price} />
                    </>
                  }
                  amount={<Price cents={line.price * line.quantity} />}
                />
              ))}
            </ul>
          </section>
        </div>
        <OrderSummary totals={order.totals}>
          <h3>Ship to</h3>
          <Address name={order.user.name} address={address} />
          <Link to="/orders">All orders</Link>
        </OrderSummary>
      </div>
    </div>
  )
}

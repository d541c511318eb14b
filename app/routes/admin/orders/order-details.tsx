import { Link } from "@remix-run/react"
import type { Order } from "~/domain/orders/order"
import type { AddressView } from "~/ui/address"
import { OrderStatusBadge, PaymentBadge } from "~/ui/order-status"
import { Price } from "~/ui/price"

interface OrderDetailsProps {
  order: Pick<Order, "id" | "user" | "payment" | "status" | "refunded" | "totals">
  address: AddressView
}

/** The shipping address, payment and status of an order. */
export function OrderDetails({ order, address }: OrderDetailsProps) {
  const shipping: [string, string][] = [
    ["Name", order.user.name],
    ["Phone", address.phoneNo],
    ["Address", address.address],
    ["City", address.city],
    ["State", address.state],
    ["Pin code", address.pinCode],
    ["Country", address.country],
  ]
  return (
    <>
      <section className="stack" aria-labelledby="shipping">
        <h2 id="shipping">Shipping Info</h2>
        <dl className="facts">
          {shipping.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>Customer</dt>
            <dd>
              <Link to={`/admin/user/${order.user.id}`}>{order.user.email}</Link>
            </dd>
          </div>
        </dl>
      </section>
      <section className="stack" aria-labelledby="payment">
        <h2 id="payment">Payment</h2>
        <dl className="facts">
          <div>
            <dt>
              <PaymentBadge status={order.payment.status} />
            </dt>
            <dd>
              <Price cents={order.totals.total} />
            </dd>
          </div>
          {order.refunded > 0 && (
            <div>
              <dt>Refunded</dt>
              <dd>
                <Price cents={order.refunded} />
              </dd>
            </div>
          )}
          <div>
            <dt>Payment ID</dt>
            <dd>
              <code>{order.payment.intentId}</code>
            </dd>
          </div>
        </dl>
      </section>
      <section className="stack" aria-labelledby="status">
        <h2 id="status">Order Status</h2>
        <p>
          <OrderStatusBadge status={order.status} />
        </p>
      </section>
    </>
  )
}

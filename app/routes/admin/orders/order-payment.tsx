import type { ReactNode } from "react"
import type { Order } from "~/domain/orders/order"
import { PaymentBadge } from "~/ui/order/order-status"
import { RefundList } from "~/ui/order/refund-list"
import { Price } from "~/ui/price"

export function OrderPayment({ order, children }: { order: Order; children: ReactNode }) {
  const { payment, totals, refunded, refunds } = order
  return (
    <section className="stack" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <dl className="facts">
        <div>
          <dt>
            <PaymentBadge status={payment.status} total={totals.total} />
          </dt>
          <dd>
            <Price cents={totals.total} />
          </dd>
        </div>
        {refunded > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>
              <Price cents={refunded} />
            </dd>
          </div>
        )}
        {totals.total > 0 && (
          <div>
            <dt>Payment ID</dt>
            <dd>
              <code>{payment.intentId}</code>
            </dd>
          </div>
        )}
      </dl>
      <RefundList refunds={refunds} />
      {children}
    </section>
  )
}

import type { ReactNode } from "react"
import { missingOf, type Order } from "~/domain/orders/order"
import type { ReceivedPayment } from "~/domain/orders/receiving/received-payments.server"
import { paymentMethodNames } from "~/domain/settings/payment-methods"
import { paths } from "~/paths"
import { CalendarDate, DateTime } from "~/ui/date-time"
import { Fact } from "~/ui/fact"
import { PaymentBadge } from "~/ui/order/order-status"
import { RefundList } from "~/ui/order/refund-list"
import { Price } from "~/ui/price"
import { StaffButtonLink, StaffLink } from "../permitted/permitted"

interface OrderPaymentProps {
  order: Order
  /** Payments of an order that is not paid online */
  received: readonly ReceivedPayment[]
  children: ReactNode
}

export function OrderPayment({ order, received, children }: OrderPaymentProps) {
  const { payment, totals, refunded, refunds } = order
  const missing = missingOf(order)
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
        {payment.method !== "online" && <Fact name="Payment method">{paymentMethodNames[payment.method]}</Fact>}
        {missing > 0 && missing < totals.total && (
          <Fact name="Missing">
            <Price cents={missing} />
          </Fact>
        )}
        {payment.dueAt && payment.status === "awaiting" && order.status === "Processing" && (
          <Fact name="Cancelled without payment">
            <DateTime date={payment.dueAt} />
          </Fact>
        )}
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
      <ReceivedPayments order={order} received={received} />
      <RefundList refunds={refunds} />
      {children}
    </section>
  )
}

function ReceivedPayments({ order, received }: Pick<OrderPaymentProps, "order" | "received">) {
  const { id, status, payment } = order
  const isCancelled = status === "Cancelled"
  return (
    <>
      {received.length > 0 && (
        <ul className="stack stack-s" aria-label="Received payments">
          {received.map(({ id: payment, amount, receivedAt, recordedBy, undoneAt, undoneBy, isOfBank }) => (
            <li key={payment}>
              Received <Price cents={amount} />, <CalendarDate date={receivedAt} />
              {recordedBy && `, recorded by ${recordedBy}`}
              {isOfBank && " from a file of the bank"}
              {undoneAt ? (
                <>
                  {" "}
                  (undone <CalendarDate date={undoneAt} />
                  {undoneBy && ` by ${undoneBy}`})
                </>
              ) : (
                !isOfBank && (
                  <>
                    {" "}
                    <StaffLink to={paths.undoPayment(id, payment)}>Undo</StaffLink>
                  </>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      {payment.status === "awaiting" && (
        <div className="cluster">
          {isCancelled ? (
            <StaffButtonLink to={paths.reopenOrder(id)} variant="secondary" small>
              Reopen order
            </StaffButtonLink>
          ) : (
            <StaffButtonLink to={paths.recordPayment(id)} variant="secondary" small>
              Record a payment
            </StaffButtonLink>
          )}
        </div>
      )}
    </>
  )
}

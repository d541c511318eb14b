// /order/:id
import { Link, useLoaderData } from "@remix-run/react"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { paymentCodeOf } from "~/domain/orders/receiving/payment-code.server"
import { paymentRequestOf } from "~/domain/orders/receiving/payment-request.server"
import { billLines } from "~/domain/pricing/bill"
import { listReturnsOf } from "~/domain/returns/return-list.server"
import { findReturnOptions } from "~/domain/returns/withdrawable.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { Fact } from "~/ui/fact"
import { Address, CollectedAt } from "~/ui/order/address"
import { GuestAccount } from "~/ui/order/guest-account"
import { OrderLines } from "~/ui/order/order-lines"
import { OrderStatusBadge, PaymentBadge, ReturnBadge } from "~/ui/order/order-status"
import { OrderSteps } from "~/ui/order/order-steps"
import { OrderSummary } from "~/ui/order/order-summary"
import { PaymentCodePicture } from "~/ui/order/payment-code"
import { PaymentRequestNotice } from "~/ui/order/payment-request"
import { RefundList } from "~/ui/order/refund-list"
import { ReturnList, viewReturns } from "~/ui/order/return-list"
import { TrackingNumber } from "~/ui/order/tracking"
import { Price } from "~/ui/price"
import { Breadcrumbs } from "~/ui/shell/breadcrumbs"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { GuestActions } from "./guest-actions"
import { DocumentList } from "./invoices/document-list"
import { OrderActions } from "./order-actions"

export const meta = title<typeof loader>(({ order }) => `Order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, user, staff, id }) => {
  // The reasons and authors of refunds are for staff only.
  const { refunds, ...order } = await findOrder(shop, staff("orders.see") ?? actor, id)
  const request = paymentRequestOf(shop, order)
  return {
    order,
    own: order.user.id === actor.id,
    request,
    code: await paymentCodeOf(shop, request, order),
    isGuest: actor.kind === "guest",
    // A link to one order gives no access to the guest's other orders.
    accountEmail: actor.kind === "guest" && user?.id === actor.id ? actor.email : null,
    ...(await findReturnOptions(shop, { ...order, refunds })),
    returns: viewReturns(await listReturnsOf(shop, staff("orders.see") ?? actor, id)),
    address: viewAddress(order.shippingInfo),
    refunds: refunds.map(({ reason: _, requestedBy: __, ...refund }) => refund),
    ...(await listDocumentsOf(shop, order.id)),
  }
})

export default function OrderPage() {
  const {
    order,
    own,
    request,
    code,
    withdrawable,
    returnable,
    returns,
    isGuest,
    accountEmail,
    address,
    refunds,
    documents,
    waiting,
  } = useLoaderData<typeof loader>()
  const pickup = order.shippingMethod?.pickup
  return (
    <div className="page">
      {!isGuest && <Breadcrumbs trail={[{ label: "Orders", to: "/orders" }, { label: orderName(order.number) }]} />}
      <PageHeading
        title={`Order ${orderName(order.number)}`}
        lead={
          <>
            <DateTime date={order.createdAt} /> · <code className="muted">{order.id}</code>
          </>
        }
        actions={
          <ButtonLink to={paths.receipt(order.id)} variant="secondary" icon="receipt">
            Receipt
          </ButtonLink>
        }
      />
      <div className="with-summary">
        <div className="stack stack-l">
          <OrderSteps order={order} />
          <PaymentRequestNotice request={request}>
            <PaymentCodePicture code={code} />
          </PaymentRequestNotice>
          <Facts />
          <section className="stack" aria-labelledby="items">
            <h2 id="items">Items</h2>
            <OrderLines lines={order.lines} />
          </section>
          <ReturnList
            returns={returns}
            confirmAt={own ? (one) => paths.confirmWithdrawal(order.id, one.id) : undefined}
          />
          {own && <OrderActions order={order} withdrawable={withdrawable} returnable={returnable} />}
          {isGuest && <GuestActions id={order.id} />}
          {accountEmail && <GuestAccount email={accountEmail} orderId={order.id} />}
        </div>
        <OrderSummary bill={billLines(order)}>
          <RefundList refunds={refunds} />
          <DocumentList documents={documents} waiting={waiting} />
          {order.hasAgreedText && (
            <p>
              <Link to={paths.agreedTerms(order.id)}>Terms and instructions on withdrawal</Link>
            </p>
          )}
          {pickup && <h3>Collect at</h3>}
          {pickup && <CollectedAt {...pickup} />}
          <h3>{pickup ? "Your address" : "Ship to"}</h3>
          <Address name={order.user.name} address={address} />
        </OrderSummary>
      </div>
    </div>
  )
}

function Facts() {
  const { order } = useLoaderData<typeof loader>()
  return (
    <dl className="facts">
      <Fact name="Status">
        <OrderStatusBadge status={order.status} /> <ReturnBadge order={order} />
      </Fact>
      <Fact name="Payment">
        <PaymentBadge status={order.payment.status} total={order.totals.total} /> <Price cents={order.totals.total} />
      </Fact>
      {order.trackingNumber && (
        <Fact name="Tracking number">
          <TrackingNumber parcel={order} />
        </Fact>
      )}
    </dl>
  )
}

// /admin/order/:id

import { Link, useLoaderData } from "@remix-run/react"
import { findSharedAddresses } from "~/domain/discounts/shared-address.server"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { listWaitingRefunds } from "~/domain/orders/cancellation/refund-requests.server"
import { missingOf, orderName, refundable, unitsToSend } from "~/domain/orders/order"
import { listOrderNotes } from "~/domain/orders/order-notes.server"
import { OrderAdvance } from "~/domain/orders/order-schemas"
import { isCancellable, statusRules } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { listReceivedPayments } from "~/domain/orders/receiving/received-payments.server"
import { listReturnsOf } from "~/domain/returns/return-list.server"
import { carrierNamesOf } from "~/domain/settings/carriers"
import { needsDeclaration } from "~/domain/shipping/customs/customs-territory"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { DocumentList } from "~/routes/account/invoices/document-list"
import { Refusal } from "~/ui/form/refusal"
import { Notice } from "~/ui/notice"
import { OrderStatusBadge, ReturnBadge } from "~/ui/order/order-status"
import { OrderSteps } from "~/ui/order/order-steps"
import { ReturnList } from "~/ui/order/return-list"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { Permitted, RecordLink, StaffButtonLink, StaffLink } from "../permitted/permitted"
import { returnPath } from "../return-path"
import { OrderItems } from "./order-items"
import { NoteForm, Notes } from "./order-notes-form"
import { OrderPayment } from "./order-payment"
import { ProcessForm } from "./process-form"
import { ShipTo } from "./ship-to"
import { TrackingForm } from "./tracking-form"
import { WaitingRefunds } from "./waiting-refunds"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ order }) => `Process order ${orderName(order.number)}`)

export const loader = adminPage("orders.see", async ({ shop, actor, user, id, url }) => {
  const order = await findOrder(shop, actor, id)
  return {
    order,
    address: viewAddress(order.shippingInfo),
    isAbroad: !order.shippingMethod?.pickup && needsDeclaration(shop.settings.current.pricing.home, order.shippingInfo),
    sharedAddresses: await findSharedAddresses(shop, actor, order),
    returns: await listReturnsOf(shop, actor, order.id),
    notes: await listOrderNotes(shop, actor, order.id),
    received: order.payment.method === "online" ? [] : await listReceivedPayments(shop, actor, order.id),
    waiting: await listWaitingRefunds(shop, actor, order.id),
    documents: await listDocumentsOf(shop, order.id),
    carriers: carrierNamesOf(shop.settings.current),
    formKey: newFormKey(),
    back: returnPath({ user, url }, "/admin/orders"),
  }
})

export const action = adminForm(
  "orders.ship",
  OrderAdvance,
  async ({ shop, actor, id, url, redirectWithSuccess }, { status, ...fields }) => {
    await advanceOrder(shop, actor, id, status, fields)
    return redirectWithSuccess(url.pathname + url.search, "Order updated")
  },
)

export default function Order() {
  const { order, address, isAbroad, sharedAddresses, returns, notes, received, waiting, documents } =
    useLoaderData<typeof loader>()
  const { carriers, formKey, back } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title={`Order ${orderName(order.number)}`}
      lead={
        <>
          <Link to={back}>Back to the orders</Link> · <code className="muted">{order.id}</code>
        </>
      }
      actions={<Actions />}
    >
      <WaitingRefunds id={order.id} waiting={waiting} />
      <section className="stack" aria-labelledby="status">
        <h2 id="status" className="cluster">
          Order Status <OrderStatusBadge status={order.status} /> <ReturnBadge order={order} />
        </h2>
        <OrderSteps order={order} />
      </section>
      <div className="with-summary">
        <div className="stack stack-l">
          <OrderItems order={order} />
          <ShipTo order={order} address={address} shared={sharedAddresses} isAbroad={isAbroad} />
          <OrderPayment order={order} received={received}>
            <DocumentList {...documents} />
            {order.hasAgreedText && <Link to={paths.agreedTerms(order.id)}>Terms as the customer agreed to them</Link>}
          </OrderPayment>
          <ReturnList returns={returns} linkTo={({ id }, words) => <Link to={paths.adminReturn(id)}>{words}</Link>} />
        </div>
        <div className="stack stack-l">
          <Permitted needs="orders.ship">
            <NextStep />
            {order.shippedAt && <TrackingForm order={order} carriers={carriers} />}
          </Permitted>
          <section className="stack" aria-labelledby="notes">
            <h2 id="notes">Internal notes</h2>
            <Notes notes={notes} />
            <Permitted needs="orders.note">
              <NoteForm id={order.id} formKey={formKey} />
            </Permitted>
          </section>
          <StaffLink to={paths.auditLog({ subject: order.id })}>Audit log</StaffLink>
        </div>
      </div>
    </AdminPage>
  )
}

/** Without a next step, shows why an outdated form was refused. */
function NextStep() {
  const { order, carriers } = useLoaderData<typeof loader>()
  const { next } = statusRules[order.status]
  const empty = next === "Shipped" && unitsToSend(order) === 0
  const isUnpaidTransfer = order.payment.method === "transfer" && missingOf(order) > 0
  if (next && !empty)
    return (
      <>
        {isUnpaidTransfer && next === "Shipped" && (
          <Notice tone="bad" title="NOT PAID">
            The bank transfer for this order has not arrived.
          </Notice>
        )}
        <ProcessForm next={next} order={order} carriers={carriers} />
      </>
    )
  return (
    <>
      <Refusal id="process" />
      {empty && (
        <Notice tone="neutral" title="There is nothing to send">
          Every unit of this order was refunded.{" "}
          <RecordLink to={paths.adminCancelOrder(order.id)}>Cancel the order</RecordLink>
        </Notice>
      )}
    </>
  )
}

function Actions() {
  const { order, back } = useLoaderData<typeof loader>()
  const remove = paths.deleteRecord("order", order.id, { back })
  return (
    <>
      {refundable(order) > 0 && (
        <StaffButtonLink to={paths.refundOrder(order.id)} variant="secondary" small icon="undo">
          Refund
        </StaffButtonLink>
      )}
      {isCancellable(order) && (
        <StaffButtonLink to={paths.adminCancelOrder(order.id)} variant="secondary" small icon="close">
          Cancel order
        </StaffButtonLink>
      )}
      <DeleteLink to={remove} kind="order" name="this order" />
    </>
  )
}

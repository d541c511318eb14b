// /admin/order/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { nextStatus, refundable } from "~/domain/orders/order"
import { ProcessForm as ProcessSchema } from "~/domain/orders/order-forms"
import { listOrderNotes } from "~/domain/orders/order-notes.server"
import { timelineOf } from "~/domain/orders/order-timeline"
import { findOrder } from "~/domain/orders/orders.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { OrderTimeline } from "~/ui/order-timeline"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { backOf } from "./back"
import { consequences } from "./consequences"
import { OrderFacts } from "./order-facts"
import { NoteForm, Notes } from "./order-notes-form"
import { OrderedItems } from "./ordered-items"
import { ProcessForm } from "./process-form"
import { TrackingForm } from "./tracking-form"

export const meta = title("Process order")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const admin = requireAdmin(user)
    const order = await findOrder(shop, admin, params.id ?? "")
    return {
      order,
      address: viewAddress(order.shippingInfo),
      timeline: timelineOf(order),
      notes: await listOrderNotes(shop, admin, order.id),
      back: backOf(url, "/admin/orders"),
    }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ProcessSchema,
    async ({ shop, user, params, url, redirectWithSuccess }, { status, tracking }) => {
      await advanceOrder(shop, requireAdmin(user), params.id ?? "", status, tracking)
      return redirectWithSuccess(url.pathname + url.search, "Order updated")
    },
    { guard: requireAdmin },
  )
}

export default function Order() {
  const { order, address, timeline, notes, back } = useLoaderData<typeof loader>()
  const next = nextStatus(order.status)
  return (
    <AdminPage title={`Order ${order.id}`} lead={<Link to={back}>Back to the orders</Link>} actions={<Actions />}>
      <div className="with-summary">
        <div className="stack stack-l">
          <OrderFacts order={order} address={address} />
          <OrderedItems order={order} />
        </div>
        <div className="stack stack-l">
          {next && <ProcessForm next={next} tracking={order.trackingNumber} />}
          {order.shippedAt && <TrackingForm id={order.id} tracking={order.trackingNumber} />}
          <section className="stack" aria-labelledby="progress">
            <h2 id="progress">Progress</h2>
            <OrderTimeline events={timeline} status={order.status} />
            <Link to={`/admin/audit?subject=${order.id}`}>Who did what</Link>
          </section>
          <section className="stack" aria-labelledby="notes">
            <h2 id="notes">Internal notes</h2>
            <Notes notes={notes} />
            <NoteForm id={order.id} />
          </section>
        </div>
      </div>
    </AdminPage>
  )
}

function Actions() {
  const { order, back } = useLoaderData<typeof loader>()
  const remove = `/admin/order/${order.id}/delete?${new URLSearchParams({ back })}`
  return (
    <>
      {refundable(order) > 0 && (
        <ButtonLink to={`/admin/order/${order.id}/refund`} variant="secondary" small icon="undo">
          Refund
        </ButtonLink>
      )}
      <ButtonLink to={`/admin/order/${order.id}/packing-slip`} variant="secondary" small icon="print">
        Packing slip
      </ButtonLink>
      <ConfirmLink to={remove} label="Delete" small icon="trash" title="Delete this order?" confirm="Delete">
        <p>{consequences.order}</p>
      </ConfirmLink>
    </>
  )
}

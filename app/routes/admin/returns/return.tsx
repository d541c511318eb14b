// /admin/return/:id

import { Link, useLoaderData } from "@remix-run/react"
import { listWaitingRefunds } from "~/domain/orders/cancellation/refund-requests.server"
import { orderName } from "~/domain/orders/order"
import { confirmAsShop } from "~/domain/returns/confirm-withdrawal.server"
import { receiveReturn, reopenReturn } from "~/domain/returns/process-return.server"
import { isOpenReturn, type ReturnRecord, returnKinds, returnStatuses } from "~/domain/returns/return"
import { findReturn } from "~/domain/returns/return-list.server"
import { ReturnStep } from "~/domain/returns/return-schemas"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { DateTime, DayOf } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { Lines } from "~/ui/lines"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { WaitingRefunds } from "../orders/waiting-refunds"
import { Permitted, RecordLink, StaffButtonLink, StaffLink } from "../permitted/permitted"

export const meta = title<typeof loader>(
  ({ record }) => `${returnKinds[record.kind]} of order ${orderName(record.orderNumber)}`,
)

export const loader = adminPage("orders.see", async ({ shop, actor, id }) => {
  const record = await findReturn(shop, actor, id)
  const waiting = await listWaitingRefunds(shop, actor, record.orderId)
  return { record, waiting: waiting.filter(({ request }) => request.ofReturn?.id === id) }
})

export const action = adminForm(
  "orders.refund",
  ReturnStep,
  async ({ shop, actor, id, redirectWithSuccess }, { step }) => {
    await steps[step].take(shop, actor, id)
    return redirectWithSuccess(paths.adminReturn(id), steps[step].done)
  },
  { refused: asToast(({ params }) => paths.adminReturn(params.id ?? "")) },
)

const steps = {
  confirm: { take: confirmAsShop, done: "The withdrawal is confirmed" },
  receive: { take: receiveReturn, done: "Marked as received" },
  reopen: { take: reopenReturn, done: "The return is open again" },
}

export default function Return() {
  const { record, waiting } = useLoaderData<typeof loader>()
  const { kind, status, orderId, orderNumber, items, refund } = record
  return (
    <AdminPage
      title={
        <>
          {returnKinds[kind]} <Badge tone={returnStatuses[status].tone}>{returnStatuses[status].label}</Badge>
        </>
      }
      lead={<Link to={paths.adminOrder(orderId)}>Order {orderName(orderNumber)}</Link>}
    >
      <WaitingRefunds id={orderId} waiting={waiting} />
      {status === "declared" && (
        <Notice tone="neutral" title="The customer has not confirmed this yet">
          It was sent with the public form. The customer has a link to confirm it. Until then nothing is cancelled or
          refunded. You can confirm it for the customer, or decline it.
        </Notice>
      )}
      {items && (
        <Notice tone="neutral" title="The customer named the items in words">
          <p className="as-written">
            <Lines text={items} />
          </p>
        </Notice>
      )}
      {refund?.status === "failed" && (
        <Notice tone="bad" title="The payment service refused the refund">
          The units are booked. Please <RecordLink to={paths.refundOrder(orderId)}>refund the amount again</RecordLink>.
        </Notice>
      )}
      <Facts record={record} />
      <Permitted needs="orders.refund">
        <Steps record={record} />
      </Permitted>
      <p>
        <StaffLink to={paths.auditLog({ subject: orderId })}>Audit log</StaffLink>
      </p>
    </AdminPage>
  )
}

const confirmations = { link: "By the mailed link", session: "Signed in", shop: "By the shop" }

function Facts({ record }: { record: ReturnRecord }) {
  const { lines, name, email, reason, refusal, createdAt, due, receivedAt, closedAt, refund } = record
  const { clientAddress, confirmedBy } = record
  const rows = [
    ["Items", lines.length > 0 && <Items key="items" lines={lines} />],
    ["From", `${name}, ${email}`],
    ["Reason", reason],
    ["Sent from network address", clientAddress],
    ["Confirmed", confirmedBy && confirmations[confirmedBy]],
    ["Requested", <DateTime key="requested" date={createdAt} />],
    ["Refund due", due && isOpenReturn(record) && <DayOf key="due" day={due} />],
    ["Received", receivedAt && <DateTime key="received" date={receivedAt} />],
    ["Closed", closedAt && <DateTime key="closed" date={closedAt} />],
    ["Declined because", refusal],
    ["Refund", refund && <Price key="refund" cents={refund.amount} />],
  ] as const
  return (
    <dl className="facts">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="as-written">{typeof value === "string" ? <Lines text={value} /> : value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Items({ lines }: Pick<ReturnRecord, "lines">) {
  return (
    <ul>
      {lines.map(({ line, name, quantity, restocked }) => (
        <li key={line}>
          {quantity} × {name}
          {restocked > 0 && `, ${restocked} back in stock`}
        </li>
      ))}
    </ul>
  )
}

function Steps({ record: { id, kind, status, unconfirmed } }: { record: ReturnRecord }) {
  return (
    <PostForm tool={null} className="cluster">
      {status === "declared" && (
        <Button name="step" value="Confirm">
          Confirm for the customer
        </Button>
      )}
      {status === "requested" && (
        <Button name="step" value="Receive">
          Mark as received
        </Button>
      )}
      {status === "received" && <StaffButtonLink to={paths.adminReturn(id, "/refund")}>Refund</StaffButtonLink>}
      {(status === "declared" || (kind === "return" && isOpenReturn({ status }))) && (
        <StaffButtonLink to={paths.adminReturn(id, "/decline")} variant="secondary">
          Decline
        </StaffButtonLink>
      )}
      {(status === "received" || (status === "declined" && (kind === "return" || unconfirmed))) && (
        <Button name="step" value="Reopen" variant="secondary">
          {status === "received" ? "Undo “received”" : "Undo “declined”"}
        </Button>
      )}
    </PostForm>
  )
}

// /admin/payouts

import { Link, useLoaderData } from "@remix-run/react"
import { formatIban } from "~/domain/bank-transfer/iban"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { isWaiting, type Payout, payoutStatuses } from "~/domain/payouts/payout"
import { PayoutFilter } from "~/domain/payouts/payout-filter"
import { listPayouts } from "~/domain/payouts/payout-list.server"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { RecordLink, StaffButtonLink, StaffLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { withReturnPath } from "../tables/list-url"
import { TickForm } from "../tables/tick-form"

export const meta = title("Money to pay back")

export const loader = adminPage("orders.refund", (ctx) =>
  listOrNothing(ctx, PayoutFilter, listPayouts, { payouts: [], count: 0 }),
)

export default function Payouts() {
  const { payouts, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/payouts", filter }
  const waiting = payouts.filter(isWaiting).map(({ id }) => id)
  return (
    <ListPage
      title="Money to pay back"
      lead={
        <>
          Refunds and other sums that you pay back by bank transfer.
          <StaffLink to="/admin/payments">Payments from bank files</StaffLink>
        </>
      }
      actions={
        <>
          <ExportLink list={list} />
          <StaffButtonLink to="/admin/payouts/file" icon="download" small>
            Bank file
          </StaffButtonLink>
        </>
      }
      caption="Payouts"
      list={list}
      {...found}
      empty={{ title: "Nothing is to be paid back", icon: "undo" }}
      search={{ name: "search", label: "Search", placeholder: "Order, name, account or text" }}
      filters={[{ name: "status", label: "Status", options: statuses }]}
      columns={[
        { key: "payee", label: "Payee", narrow: "title", detail: "account" },
        { key: "order", label: "Order", narrow: "plain" },
        { key: "date", label: "Requested" },
        { key: "status", label: "Status", narrow: "plain" },
        { key: "amount", label: "Amount", align: "end", narrow: "end" },
      ]}
      rows={payouts.map((payout) => ({
        id: payout.id,
        payee: <Payee payout={payout} to={withReturnPath(paths.payout(payout.id), list)} />,
        account: payout.payeeIban ? formatIban(payout.payeeIban) : "Account unknown",
        order:
          payout.orderId && payout.orderNumber !== null ? (
            <RecordLink to={paths.adminOrder(payout.orderId)}>{orderName(payout.orderNumber)}</RecordLink>
          ) : (
            payout.reference
          ),
        date: <CalendarDate date={payout.createdAt} />,
        status: <Status payout={payout} />,
        amount: formatMoney(payout.amount, payout.currency),
      }))}
    >
      {(table) =>
        waiting.length === 0 ? (
          table
        ) : (
          <TickForm
            ids={waiting}
            action="/admin/payouts/done"
            all={<Link to={paths.finishPayouts(waiting)}>All on this page</Link>}
            bar={<Button variant="secondary">Mark as paid</Button>}
          >
            {table}
          </TickForm>
        )
      }
    </ListPage>
  )
}

const statuses = [
  { value: "waiting", label: "Not paid yet" },
  ...Object.entries(payoutStatuses).map(([value, { label }]) => ({ value, label })),
]

type Row = Omit<Payout, "createdAt" | "doneAt">

function Payee({ payout, to }: { payout: Row; to: string }) {
  const name = payout.payeeName || "Unknown payee"
  return (
    <div className="row-product">
      {isWaiting(payout) && <input type="checkbox" name="id" value={payout.id} aria-label={`Tick ${name}`} />}
      <Link to={to}>
        <bdi>{name}</bdi>
      </Link>
    </div>
  )
}

function Status({ payout: { status, exportId } }: { payout: Row }) {
  const badge = <Badge tone={payoutStatuses[status].tone}>{payoutStatuses[status].label}</Badge>
  if (status !== "exported" || exportId === null) return badge
  return <RecordLink to={paths.payoutFile(exportId)}>{badge}</RecordLink>
}

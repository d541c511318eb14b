// /orders
import { Link, useLoaderData } from "@remix-run/react"
import { listProcessing } from "~/domain/checkout/checkouts.server"
import { ORDERS_PER_PAGE, orderName } from "~/domain/orders/order"
import { OrderFilter } from "~/domain/orders/order-filter"
import { listMyOrders, noOrders } from "~/domain/orders/order-list.server"
import { listRefundedPayments } from "~/domain/refunds/refund-lists.server"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { memberPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { type Column, DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Pagination } from "~/ui/lists/pagination"
import { pagesOf, shownRows } from "~/ui/lists/shown-rows"
import { OrderStatusBadge, PaymentBadge } from "~/ui/order/order-status"
import { Price } from "~/ui/price"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { OrdersFilter } from "./orders-filter"
import { ProcessingPayments } from "./processing-payments"
import { RefundedPayments } from "./refunded-payments"

export const meta = title<typeof loader>(({ firstName }) => `${firstName}'s order`)

export const loader = memberPage(async (ctx) => {
  const [{ orders, count, filter, invalidValues }, refunded, processing] = await Promise.all([
    listOrNothing(ctx, OrderFilter, listMyOrders, noOrders),
    listRefundedPayments(ctx.shop, ctx.actor),
    listProcessing(ctx.shop, ctx.actor),
  ])
  const { name } = ctx.actor
  return { orders, count, filter, invalidValues, refunded, processing, firstName: name.split(/\s+/)[0] ?? name }
})

const columns = [
  { key: "order", label: "Order ID" },
  { key: "date", label: "Date", narrow: "plain" },
  { key: "status", label: "Status", narrow: "plain" },
  { key: "quantity", label: "Items Qty", align: "end" },
  { key: "amount", label: "Amount", align: "end", narrow: "end" },
] satisfies Column[]

export default function Orders() {
  const { orders, count, filter, invalidValues, refunded, processing, firstName } = useLoaderData<typeof loader>()
  const filtered = filter.search !== "" || filter.status !== "" || Object.keys(invalidValues).length > 0
  const href = (page: number) => paths.orders({ ...queryOf(filter), page: String(page) })
  return (
    <div className="page">
      <PageHeading title={`${firstName}'s order`} />
      <ProcessingPayments payments={processing} />
      {(count > 0 || filtered) && <OrdersFilter filter={filter} invalidValues={invalidValues} />}
      <DataTable
        caption="Your orders"
        columns={columns}
        shown={shownRows(filter.page, ORDERS_PER_PAGE, count)}
        empty={filtered || count > 0 ? <NothingFound /> : <NoOrders />}
        rows={orders.map((order) => ({
          id: order.id,
          order: (
            <>
              <Link to={paths.order(order.id)}>{orderName(order.number)}</Link>{" "}
              <code className="muted">{order.id}</code>
            </>
          ),
          date: <CalendarDate date={order.createdAt} />,
          status: (
            <>
              <OrderStatusBadge status={order.status} />{" "}
              {order.paymentStatus === "awaiting" && <PaymentBadge status={order.paymentStatus} total={order.total} />}
            </>
          ),
          quantity: order.quantity,
          amount: <Price cents={order.total} />,
        }))}
      />
      <Pagination page={filter.page} pages={pagesOf(count, ORDERS_PER_PAGE)} href={href} />
      <p className="muted">
        Orders placed without signing in? <Link to="/orders/join">Send me a link</Link>
      </p>
      {refunded.length > 0 && <RefundedPayments payments={refunded} />}
    </div>
  )
}

function queryOf({ search, status }: OrderFilter): Record<string, string> {
  return { ...(search && { search }), ...(status && { status }) }
}

function NoOrders() {
  return (
    <EmptyState title="No orders yet" icon="receipt" action={<ButtonLink to="/products">View products</ButtonLink>}>
      Your orders are listed here, with their status and receipts.
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title="No order matches"
      icon="search"
      action={
        <ButtonLink to="/orders" variant="secondary">
          Show all orders
        </ButtonLink>
      }
    />
  )
}

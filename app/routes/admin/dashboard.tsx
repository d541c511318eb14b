// /admin/dashboard
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { readDashboard } from "~/domain/dashboard/dashboard.server"
import { page } from "~/http/page.server"
import { OrderStatusBadge } from "~/ui/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"
import { WhenDay } from "~/ui/when"
import { AdminPage } from "./admin-page"
import { AttentionList } from "./attention-list"
import { IncomeChart } from "./income-chart"
import { plotIncome } from "./income-plot.server"
import { ShortTable } from "./short-table"
import { StockChart } from "./stock-chart"
import { plotStock } from "./stock-plot.server"

export const meta = title("Dashboard")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const span = url.searchParams.get("income") === "12 months" ? "12 months" : "30 days"
    const { income, stock, ...shown } = await readDashboard(shop, requireAdmin(user), span)
    return { ...shown, span, income: plotIncome(income, span), stock: plotStock(stock) } as const
  })
}

export default function Dashboard() {
  const { figures, attention, income, span, stock, latest, runningOut } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Dashboard">
      <dl className="figures">
        <Figure name="Orders" to="/admin/orders" value={figures.orders} />
        <Figure name="Total income" to="/admin/orders" value={<Price cents={figures.income} />} />
        <Figure name="Out of stock" to="/admin/products?stock=out" value={figures.outOfStock} />
      </dl>
      <AttentionList attention={attention} />
      <div className="dashboard">
        <IncomeChart plot={income} span={span} />
        <StockChart plot={stock} />
        <ShortTable
          title="Latest orders"
          more="/admin/orders"
          nothing="No orders yet"
          columns={["Order", "Status", "Amount"]}
          rows={latest.map((order) => ({
            id: order.id,
            cells: [
              <div key="order">
                <Link to={`/admin/order/${order.id}`}>{order.userName}</Link>
                <p className="muted">
                  <WhenDay date={order.createdAt} />
                </p>
              </div>,
              <OrderStatusBadge key="status" status={order.status} />,
              <Price key="amount" cents={order.total} />,
            ],
          }))}
        />
        <ShortTable
          title="Running out"
          more="/admin/products?sort=stock"
          nothing="Nothing is running out"
          columns={["Product", "Stock"]}
          rows={runningOut.map(({ id, name, stock }) => ({
            id,
            cells: [
              <Link key="product" to={`/admin/product/${id}`}>
                {name}
              </Link>,
              stock,
            ],
          }))}
        />
      </div>
    </AdminPage>
  )
}

function Figure({ name, value, to }: { name: string; value: React.ReactNode; to: string }) {
  return (
    <div className="figure">
      <dt>
        <Link to={to}>{name}</Link>
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

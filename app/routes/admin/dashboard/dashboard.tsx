// /admin/dashboard

import { Link, useLoaderData } from "@remix-run/react"
import { readDashboard } from "~/domain/dashboard/dashboard.server"
import { factorDayOf } from "~/domain/factors/policy"
import { pluralize } from "~/domain/text/pluralize"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { FactorNotice } from "~/ui/factor-notice"
import { OrderStatusBadge, PaymentBadge } from "~/ui/order/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { RecordLink } from "../permitted/permitted"
import { ShortTable } from "../tables/short-table"
import { AttentionNotice } from "./attention-notice"
import { IncomeChart } from "./income-chart"
import { plotIncome } from "./income-plot.server"
import { StockChart } from "./stock-chart"

export const meta = title("Dashboard")

export const loader = adminPage([], async ({ shop, actor, session, url }) => {
  const span = url.searchParams.get("income") === "12 months" ? "12 months" : "30 days"
  const { income, ...shown } = await readDashboard(shop, actor, span)
  const plot = income && plotIncome(income, span, shop.settings.current.pricing.currency)
  return { ...shown, span, income: plot, factorDay: factorDayOf(session, shop.settings.current) } as const
})

export default function Dashboard() {
  const { sales, attention, income, span, topProducts, stock, latest, lowStock, factorDay } =
    useLoaderData<typeof loader>()
  return (
    <AdminPage title="Dashboard">
      {factorDay && <FactorNotice from={factorDay} isNeeded={false} />}
      {!sales && !stock && !attention && <p>Use the menu to see what you can do here.</p>}
      {(sales || stock) && (
        <dl className="figures">
          {sales && (
            <>
              <Figure name="Orders" to="/admin/orders" value={sales.orders} />
              <Figure name="Total income" to="/admin/orders" value={<Price cents={sales.income} />} />
              {sales.unpaid > 0 && (
                <Figure name="Not paid" to="/admin/orders?payment=awaiting" value={<Price cents={sales.unpaid} />} />
              )}
              <Figure name="Refunds" to="/admin/orders?payment=refunded" value={<Price cents={sales.refunded} />} />
            </>
          )}
          {stock && (
            <>
              <Figure name="Out of stock" to="/admin/products?stock=out" value={stock.out} />
              <Figure
                name="Sold-out versions"
                to="/admin/products?stock=partly&status=published"
                value={stock.soldOutVersions}
              />
            </>
          )}
        </dl>
      )}
      {attention && <AttentionNotice attention={attention} />}
      <div className="dashboard">
        <div>
          {income && <IncomeChart plot={income} span={span} />}
          {latest && (
            <ShortTable
              title="Latest orders"
              more="/admin/orders"
              nothing="No orders yet"
              rows={latest}
              columns={{
                Order: ({ id, userName, createdAt }) => (
                  <>
                    <RecordLink to={paths.adminOrder(id)}>{userName}</RecordLink>
                    <p className="muted">
                      <CalendarDate date={createdAt} />
                    </p>
                  </>
                ),
                Status: ({ status, paymentStatus, total }) => (
                  <>
                    <OrderStatusBadge status={status} />{" "}
                    {paymentStatus === "awaiting" && <PaymentBadge status={paymentStatus} total={total} />}
                  </>
                ),
                Amount: ({ total }) => <Price cents={total} />,
              }}
            />
          )}
        </div>
        <div>
          {stock && <StockChart stock={stock} />}
          {topProducts && (
            <ShortTable
              title={`Best sellers of the last ${span}`}
              nothing="No sales yet"
              rows={topProducts}
              columns={{
                Product: ({ id, name }) => <RecordLink to={paths.adminProduct(id)}>{name}</RecordLink>,
                Units: ({ units }) => pluralize(units, "unit"),
                Income: ({ income }) => <Price cents={income} />,
              }}
            />
          )}
          {lowStock && (
            <ShortTable
              title="Running out"
              more="/admin/products?stock=low&status=published&sort=stock"
              nothing="No products are low in stock"
              rows={lowStock}
              columns={{
                Product: ({ productId, name }) => <RecordLink to={paths.adminProduct(productId)}>{name}</RecordLink>,
                Stock: ({ stock }) => stock,
              }}
            />
          )}
        </div>
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

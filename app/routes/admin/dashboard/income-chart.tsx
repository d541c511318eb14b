import { Link } from "@remix-run/react"
import { Fragment } from "react"
import { type IncomeSpan, type IncomeSummary, incomeSpans } from "~/domain/dashboard/income"
import { Disclosure } from "~/ui/disclosure"
import { DataTable } from "~/ui/lists/data-table"
import { Price } from "~/ui/price"
import { useHydrated } from "~/ui/use-hydrated"
import { ChartReadout } from "./chart-readout"
import type { IncomePlot } from "./income-plot.server"

export function IncomeChart({ plot, span }: { plot: IncomePlot; span: IncomeSpan }) {
  const earlier = `The ${span} before`
  return (
    <section className="stack" aria-labelledby="income">
      <div className="section-head">
        <h2 id="income">Income of the last {span}</h2>
        <nav className="tabs" aria-label="Time">
          {incomeSpans.map((one) => (
            <Fragment key={one}>
              <Link
                to={one === "30 days" ? "/admin/dashboard" : "/admin/dashboard?income=12+months"}
                aria-current={one === span ? "true" : undefined}
                preventScrollReset
              >
                {one}
              </Link>{" "}
            </Fragment>
          ))}
        </nav>
      </div>
      <Summary summary={plot.summary} span={span} />
      <Bars plot={plot} span={span} />
      <ul className="chart-keys" aria-hidden="true">
        <li className="chart-key-now">The last {span}</li>
        <li className="chart-key-earlier">{earlier}</li>
      </ul>
      {plot.beyond && <p className="muted">{plot.beyond}</p>}
      <Disclosure summary="Show as a table">
        <DataTable
          caption={`Income of the last ${span}`}
          columns={[
            { key: "date", label: span === "30 days" ? "Day" : "Month" },
            { key: "orders", label: "Orders", align: "end" },
            { key: "income", label: "Income", align: "end" },
            { key: "refunded", label: "Refunds", align: "end" },
            { key: "earlier", label: earlier, align: "end" },
          ]}
          rows={[...plot.rows].reverse().map(({ date, orders, income, refunded, earlierIncome }) => ({
            id: date,
            date,
            orders,
            income: <Price cents={income} />,
            refunded: <Price cents={refunded} />,
            earlier: <Price cents={earlierIncome} />,
          }))}
        />
      </Disclosure>
    </section>
  )
}

function Summary({
  summary: { income, refunded, orders, averageOrder, change },
  span,
}: {
  summary: IncomeSummary
  span: IncomeSpan
}) {
  return (
    <p>
      <strong>
        <Price cents={income} />
      </strong>{" "}
      from {orders} {orders === 1 ? "order" : "orders"}
      {averageOrder !== undefined && (
        <>
          , <Price cents={averageOrder} /> on average
        </>
      )}
      .{change !== undefined && ` ${describeChange(change)} the ${span} before.`}
      {refunded > 0 && (
        <>
          {" "}
          Refunds of these orders: <Price cents={refunded} />.
        </>
      )}
    </p>
  )
}

function describeChange(change: number): string {
  if (change === 0) return "As much as in"
  return `${Math.abs(change)} % ${change > 0 ? "more" : "less"} than in`
}

/** The bars stretch with the page, unlike the labels. */
function Bars({ plot: { width, height, bars, earlier, ticks, dates }, span }: { plot: IncomePlot; span: IncomeSpan }) {
  const label = `Income of the last ${span}, the same figures as in the table below`
  return (
    <div className="chart">
      <ul className="chart-ticks" aria-hidden="true">
        {[...ticks].reverse().map((tick) => (
          <li key={tick.y}>{tick.label}</li>
        ))}
      </ul>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {ticks.map(({ y }) => (
          <line key={y} x1="0" x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
        ))}
        {bars.map(({ label: _, cut, ...bar }) => (
          <rect key={bar.x} {...bar} className={cut ? "chart-cut" : undefined} />
        ))}
        <polyline points={earlier} vectorEffect="non-scaling-stroke" />
      </svg>
      {useHydrated() && <ChartReadout label={`Income of the last ${span}`} width={width} bars={bars} />}
      <ul className="chart-dates" aria-hidden="true">
        {dates.map((date) => (
          <li key={date}>{date}</li>
        ))}
      </ul>
    </div>
  )
}

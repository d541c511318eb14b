import { Link } from "@remix-run/react"
import { type IncomeSpan, incomeSpans } from "~/domain/dashboard/income"
import { DataTable } from "~/ui/data-table"
import { Disclosure } from "~/ui/disclosure"
import { Price } from "~/ui/price"
import type { IncomePlot } from "./income-plot.server"

/** Income over time: bars, and the same as a table. */
export function IncomeChart({ plot, span }: { plot: IncomePlot; span: IncomeSpan }) {
  return (
    <section className="stack" aria-labelledby="income">
      <div className="section-head">
        <h2 id="income">Income of the last {span}</h2>
        <nav className="tabs" aria-label="Time">
          {incomeSpans.map((one) => (
            <Link
              key={one}
              to={one === "30 days" ? "/admin/dashboard" : "/admin/dashboard?income=12+months"}
              aria-current={one === span ? "true" : undefined}
              preventScrollReset
            >
              {one}
            </Link>
          ))}
        </nav>
      </div>
      <Bars plot={plot} label={`Income of the last ${span}, the same figures as in the table below`} />
      <Disclosure summary="Show as a table">
        <DataTable
          caption={`Income of the last ${span}`}
          captionHidden
          columns={[
            { key: "date", label: span === "30 days" ? "Day" : "Month" },
            { key: "orders", label: "Orders", align: "end" },
            { key: "income", label: "Income", align: "end" },
          ]}
          rows={[...plot.rows]
            .reverse()
            .map(({ date, orders, income }) => ({ id: date, date, orders, income: <Price cents={income} /> }))}
          empty={null}
        />
      </Disclosure>
    </section>
  )
}

/** The bars stretch with the page; the words beside them keep their size. */
function Bars({ plot: { width, height, bars, ticks, dates }, label }: { plot: IncomePlot; label: string }) {
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
        {bars.map(({ label, ...bar }) => (
          <rect key={bar.x} {...bar}>
            <title>{label}</title>
          </rect>
        ))}
      </svg>
      <ul className="chart-dates" aria-hidden="true">
        {dates.map((date) => (
          <li key={date}>{date}</li>
        ))}
      </ul>
    </div>
  )
}

// /admin/tax-report
import { Link, useLoaderData } from "@remix-run/react"
import { todayOf } from "~/domain/days/shop-days.server"
import { isInEu } from "~/domain/law/eu"
import { formatRate } from "~/domain/pricing/bill"
import { endedQuarters } from "~/domain/taxes/accounting/oss"
import { TaxReportFilter } from "~/domain/taxes/tax-report"
import { pluralize } from "~/domain/text/pluralize"
import { hasOnlyValidFilters, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { ExportLink } from "../tables/list-page"
import { TableFilter } from "../tables/table-filter"

export const meta = title("Tax report")

export const loader = adminPage("taxes.see", async ({ shop, actor, url }) => {
  const { placeName, reportTaxes } = await import("~/domain/taxes/tax-report.server")
  const filter = TaxReportFilter.parse(Object.fromEntries(url.searchParams))
  const { rows, ...report } = await reportTaxes(shop, actor, filter)
  return {
    ...report,
    quarters: isInEu(shop.settings.current.pricing.home.country) ? endedQuarters(todayOf(shop), 4) : [],
    invalidValues: invalidFilterValues(url, filter),
    rows: rows.map((row) => ({ ...row, place: placeName(row), rateText: formatRate(row.rate) })),
  }
})

export default function TaxReport() {
  const { from, to, invalidValues } = useLoaderData<typeof loader>()
  const list = { path: "/admin/tax-report", filter: { from, to } }
  const isValid = hasOnlyValidFilters(invalidValues)
  return (
    <AdminPage
      title="Tax report"
      lead={<Link to="/admin/taxes">Taxes</Link>}
      actions={isValid && <ExportLink list={list} />}
    >
      <TableFilter
        list={list}
        label="Period"
        invalidValues={invalidValues}
        filters={[
          { name: "from", label: "From", type: "date" },
          { name: "to", label: "To", type: "date" },
        ]}
      />
      {isValid && <Report />}
    </AdminPage>
  )
}

function Report() {
  const { rows, totals } = useLoaderData<typeof loader>()
  return (
    <>
      <p>
        {pluralize(totals.orders, "order")}: <Price cents={totals.net} /> net and <Price cents={totals.tax} /> tax,{" "}
        <Price cents={totals.total} /> in total. Refunded in this period: <Price cents={totals.refunded} />.
      </p>
      <DataTable
        caption="Taxes by place and rate"
        columns={[
          { key: "place", label: "Place", narrow: "title" },
          { key: "tax", label: "Tax", narrow: "plain" },
          { key: "net", label: "Net", align: "end" },
          { key: "amount", label: "Tax amount", align: "end" },
          { key: "refundedNet", label: "Refunded, net", align: "end" },
          { key: "refundedTax", label: "Refunded tax", align: "end" },
        ]}
        rows={rows.map(({ place, name, rate, rateText, net, tax, refundedNet, refundedTax }) => ({
          id: `${place} ${name} ${rate}`,
          place,
          tax: name ? `${name} ${rateText}` : "Untaxed",
          net: <Price cents={net} />,
          amount: <Price cents={tax} />,
          refundedNet: <Price cents={refundedNet} />,
          refundedTax: <Price cents={refundedTax} />,
        }))}
        empty={<EmptyState title="No orders in this period" icon="receipt" />}
      />
      <p className="muted">
        Days are in the time zone of the shop at that time. Goods with two taxes are in two rows. Refunds have the
        amounts of their credit notes. Deleted orders with an invoice are included.
      </p>
      <ForAccountants />
    </>
  )
}

/** Files of the chosen period; the One Stop Shop has quarters of its own. */
function ForAccountants() {
  const { from, to, quarters } = useLoaderData<typeof loader>()
  return (
    <section className="stack" aria-labelledby="accountants">
      <h2 id="accountants">For your accountant</h2>
      <ul>
        <li>
          <a href={paths.accountantExport("journal", { from, to })}>Journal of these days</a>: every sale, refund and
          fee of the payment service, as CSV
        </li>
        <li>
          <a href={paths.accountantExport("datev", { from, to })}>Bookings of these days for DATEV</a>, to the accounts
          under <StaffLink to="/admin/settings/accounting">Settings, Accounting</StaffLink>
        </li>
        {quarters.map((quarter) => (
          <li key={quarter}>
            <a href={paths.accountantExport("oss", { quarter })}>One Stop Shop {quarter}</a>: sales to other members of
            the EU, and corrections of earlier quarters
          </li>
        ))}
      </ul>
    </section>
  )
}

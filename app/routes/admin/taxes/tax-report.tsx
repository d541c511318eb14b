// /admin/tax-report
import { Link, useLoaderData } from "@remix-run/react"
import { formatRate } from "~/domain/pricing/bill"
import { TaxReportFilter } from "~/domain/taxes/tax-report"
import { pluralize } from "~/domain/text/pluralize"
import { hasOnlyValidFilters, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { adminPage } from "~/http/doorways/page.server"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ExportLink } from "../tables/list-page"
import { TableFilter } from "../tables/table-filter"

export const meta = title("Tax report")

export const loader = adminPage("taxes.see", async ({ shop, actor, url }) => {
  const { placeName, reportTaxes } = await import("~/domain/taxes/tax-report.server")
  const filter = TaxReportFilter.parse(Object.fromEntries(url.searchParams))
  const { rows, ...report } = await reportTaxes(shop, actor, filter)
  return {
    ...report,
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
    </>
  )
}

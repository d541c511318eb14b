// /order/:id/invoices/:document
import { useLoaderData } from "@remix-run/react"
import { documentNames, printedDay } from "~/domain/invoices/billing-document"
import { findDocument } from "~/domain/invoices/find-documents.server"
import { formatMoney } from "~/domain/money/format-money"
import { type Cents, sum } from "~/domain/money/money"
import { orderName } from "~/domain/orders/order"
import { formatRate } from "~/domain/pricing/bill"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DayOf } from "~/ui/date-time"
import { PostalLines } from "~/ui/order/address"
import { SheetPage } from "~/ui/order/sheet"
import { SheetTable } from "~/ui/order/sheet-table"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ document }) => `${documentNames[document.kind]} ${document.number}`)

export const loader = orderPage(async ({ shop, actor, staff, id, params }) => {
  return {
    document: await findDocument(shop, staff("orders.see") ?? actor, { orderId: id, id: params.document ?? "" }),
  }
})

export default function InvoicePage() {
  const { document } = useLoaderData<typeof loader>()
  const { seller, buyer, order, invoice } = document.contents
  return (
    <SheetPage
      title={`${documentNames[document.kind]} ${document.number}`}
      about={
        <>
          <p>
            Issued on <DayOf day={document.issuedOn} />
          </p>
          <p>
            Order {orderName(order.number)}, <DayOf day={printedDay(order.placedAt)} />
          </p>
          {invoice && (
            <p>
              Corrects invoice {invoice.number}, <DayOf day={printedDay(invoice.issuedAt)} />
            </p>
          )}
        </>
      }
      back={paths.order(document.orderId)}
      seller={seller}
    >
      <div>
        <h2>{document.kind === "invoice" ? "Billed and shipped to" : "Credited to"}</h2>
        <address className="address">
          <PostalLines {...buyer} />
        </address>
      </div>
      <Lines />
      <Taxes />
    </SheetPage>
  )
}

function useMoney() {
  const { currency } = useLoaderData<typeof loader>().document
  return (cents: Cents) => formatMoney(cents, currency)
}

function Lines() {
  const money = useMoney()
  const { kind, contents } = useLoaderData<typeof loader>().document
  return (
    <SheetTable
      columns={["Item", "Price", "Qty", "Amount"]}
      rows={contents.lines.map(({ id, name, price, quantity, amount }) => ({
        id,
        cells: [name, money(price), quantity, money(amount)],
      }))}
      sums={contents.bill.map((line) => {
        const label = line.kind === "total" && kind === "credit-note" ? "Credited" : line.label
        return {
          label: line.rate === undefined ? label : `${label} ${formatRate(line.rate)}`,
          amount: money(line.amount),
          isTotal: line.kind === "total",
        }
      })}
    />
  )
}

function Taxes() {
  const money = useMoney()
  const { total, contents } = useLoaderData<typeof loader>().document
  const { taxes } = contents
  if (taxes.length === 0) return null
  const tax = sum(taxes.map(({ amount }) => amount))
  return (
    <SheetTable
      columns={["Tax", "Rate", "On", "Amount"]}
      rows={taxes.map(({ name, rate, net, amount, reason }) => ({
        id: `${name} ${rate} ${reason}`,
        cells: reason
          ? [reason, "none", money(net), money(amount)]
          : [name, formatRate(rate), money(net), money(amount)],
      }))}
      sums={[
        { label: "Total without tax", amount: money(total - tax) },
        { label: "Total tax", amount: money(tax) },
      ]}
    />
  )
}

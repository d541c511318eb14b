// /order/:id/papers/:paper
import { useLoaderData } from "@remix-run/react"
import { formatMoney } from "~/domain/format-money"
import { type DocumentLine, documentNames } from "~/domain/invoices/billing-document"
import { findDocument } from "~/domain/invoices/find-documents.server"
import type { Cents } from "~/domain/money"
import { orderName } from "~/domain/orders/order"
import { formatRate } from "~/domain/pricing/bill"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { SheetPage } from "~/ui/order/sheet"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ document }) => `${documentNames[document.kind]} ${document.number}`)

export const loader = orderPage(async ({ shop, actor, staff, id, params }) => {
  return { document: await findDocument(shop, staff("orders.see") ?? actor, { orderId: id, id: params.paper ?? "" }) }
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
            Issued on <CalendarDate date={document.issuedAt} />
          </p>
          <p>
            Order {orderName(order.number)}, <CalendarDate date={order.placedAt} />
          </p>
          {invoice && (
            <p>
              Corrects invoice {invoice.number}, <CalendarDate date={invoice.issuedAt} />
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
          <strong>{buyer.name}</strong>
          {buyer.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
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
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <End>Price</End>
          <End>Qty</End>
          <End>Amount</End>
        </tr>
      </thead>
      <tbody>
        {contents.lines.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </tbody>
      <tfoot>
        {contents.bill.map((line) => (
          <tr key={line.label}>
            <th scope="row" colSpan={3}>
              {line.kind === "total" && kind === "credit-note" ? "Credited" : line.label}
              {line.rate !== undefined && ` ${formatRate(line.rate)}`}
            </th>
            <td data-align="end">{money(line.amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function Line({ name, price, quantity, amount }: Omit<DocumentLine, "id">) {
  const money = useMoney()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-align="end">{money(price)}</td>
      <td data-align="end">{quantity}</td>
      <td data-align="end">{money(amount)}</td>
    </tr>
  )
}

function Taxes() {
  const money = useMoney()
  const { taxes } = useLoaderData<typeof loader>().document.contents
  if (taxes.length === 0) return null
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Tax</th>
          <End>Rate</End>
          <End>On</End>
          <End>Amount</End>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ name, rate, net, amount }) => (
          <tr key={`${name} ${rate}`}>
            <th scope="row">{name}</th>
            <td data-align="end">{formatRate(rate)}</td>
            <td data-align="end">{money(net)}</td>
            <td data-align="end">{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function End({ children }: { children: string }) {
  return (
    <th scope="col" data-align="end">
      {children}
    </th>
  )
}

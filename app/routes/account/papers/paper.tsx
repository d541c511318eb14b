// /order/:id/papers/:paper
import { useLoaderData } from "@remix-run/react"
import { formatMoney } from "~/domain/format-money"
import type { Cents } from "~/domain/money"
import { orderName } from "~/domain/orders/order"
import { findPaper } from "~/domain/papers/find-papers.server"
import { type PaperLine, paperNames } from "~/domain/papers/paper"
import { formatRate } from "~/domain/pricing/bill"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { Paper } from "~/ui/order/paper"
import { title } from "~/ui/shell/title"

export const meta = title<typeof loader>(({ paper }) => `${paperNames[paper.kind]} ${paper.number}`)

export const loader = orderPage(async ({ shop, actor, staff, id, params }) => {
  return { paper: await findPaper(shop, staff("orders.see") ?? actor, { orderId: id, id: params.paper ?? "" }) }
})

export default function PaperPage() {
  const { paper } = useLoaderData<typeof loader>()
  const { seller, buyer, order, invoice } = paper.contents
  return (
    <Paper
      title={`${paperNames[paper.kind]} ${paper.number}`}
      about={
        <>
          <p>
            Issued on <CalendarDate date={paper.issuedAt} />
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
      back={paths.order(paper.orderId)}
      seller={seller}
    >
      <div>
        <h2>{paper.kind === "invoice" ? "Billed and shipped to" : "Credited to"}</h2>
        <address className="address">
          <strong>{buyer.name}</strong>
          {buyer.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </div>
      <Lines />
      <Taxes />
    </Paper>
  )
}

function useMoney() {
  const { currency } = useLoaderData<typeof loader>().paper
  return (cents: Cents) => formatMoney(cents, currency)
}

function Lines() {
  const money = useMoney()
  const { kind, contents } = useLoaderData<typeof loader>().paper
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

function Line({ name, price, quantity, amount }: Omit<PaperLine, "id">) {
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
  const { taxes } = useLoaderData<typeof loader>().paper.contents
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

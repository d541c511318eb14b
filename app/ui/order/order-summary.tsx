import type { ReactNode } from "react"
import type { LineItem } from "~/domain/catalog/line-item"
import type { Cents } from "~/domain/money/money"
import type { BillLine } from "~/domain/pricing/bill"
import { Price } from "~/ui/price"

interface SummaryLine {
  id: string
  name: string
  quantity: number
  amount: Cents
}

export function summaryLines(lines: readonly (LineItem & { name: string; price: Cents })[]): SummaryLine[] {
  return lines.map(({ variantId, name, quantity, price }) => ({
    id: variantId,
    name,
    quantity,
    amount: price * quantity,
  }))
}

interface OrderSummaryProps {
  lines?: SummaryLine[]
  bill: BillLine[]
  children?: ReactNode
}

export function OrderSummary({ lines, bill, children }: OrderSummaryProps) {
  return (
    <section className="order-summary panel" aria-label="Order summary">
      <h2>Order summary</h2>
      {lines && (
        <ul className="order-summary-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <span>
                <bdi>{line.name}</bdi> <span className="muted">× {line.quantity}</span>
              </span>{" "}
              <Price cents={line.amount} />
            </li>
          ))}
        </ul>
      )}
      <dl className="order-summary-totals">
        {bill.map(({ kind, label, amount }) => (
          <div key={label} data-total={kind === "total" || undefined}>
            <dt>{label}</dt>
            <dd>{kind === "shipping" && amount === 0 ? "Free" : <Price cents={amount} />}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

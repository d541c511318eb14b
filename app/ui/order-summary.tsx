import type { ReactNode } from "react"
import { type Cents, type Totals, totalLines } from "~/domain/money"
import { Price } from "./price"

/** One product of the order, in short. */
interface SummaryLine {
  id: string
  name: string
  quantity: number
  amount: Cents
}

/** Lines of a cart or checkout as the summary lists them. */
export function summaryLines(
  lines: { product: string; name: string; quantity: number; price: Cents }[],
): SummaryLine[] {
  return lines.map(({ product, name, quantity, price }) => ({ id: product, name, quantity, amount: price * quantity }))
}

interface OrderSummaryProps {
  lines?: SummaryLine[]
  totals: Totals
  /** The next step: a button, a note. */
  children?: ReactNode
}

export function OrderSummary({ lines, totals, children }: OrderSummaryProps) {
  return (
    <section className="order-summary panel" aria-label="Order summary">
      <h2>Order summary</h2>
      {lines && (
        <ul className="order-summary-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <span>
                <bdi>{line.name}</bdi> <span className="muted">× {line.quantity}</span>
              </span>
              <Price cents={line.amount} />
            </li>
          ))}
        </ul>
      )}
      <dl className="order-summary-totals">
        {totalLines(totals).map(({ key, label, amount }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{key === "shipping" && amount === 0 ? "Free" : <Price cents={amount} />}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

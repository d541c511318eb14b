import type { ReactNode } from "react"
import { Price } from "./price"

export interface OrderTotals {
  /** All in cents. */
  subTotal: number
  tax: number
  shipping: number
  total: number
}

interface OrderSummaryProps {
  /** What is bought, in short; the amount in cents. */
  lines?: { id: string; name: string; quantity: number; amount: number }[]
  totals: OrderTotals
  title?: string
  /** What comes next: a button, a note. */
  children?: ReactNode
}

export function OrderSummary({ lines, totals, title = "Order summary", children }: OrderSummaryProps) {
  return (
    <section className="order-summary panel" aria-label={title}>
      <h2>{title}</h2>
      {lines && (
        <ul className="order-summary-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <span>
                {line.name} <span className="muted">× {line.quantity}</span>
              </span>
              <Price cents={line.amount} />
            </li>
          ))}
        </ul>
      )}
      <dl className="order-summary-totals">
        <Row label="Subtotal" cents={totals.subTotal} />
        <Row label="Shipping" cents={totals.shipping} free />
        <Row label="Tax (GST)" cents={totals.tax} />
        <Row label="Total" cents={totals.total} />
      </dl>
      {children}
    </section>
  )
}

function Row({ label, cents, free }: { label: string; cents: number; free?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{free && cents === 0 ? "Free" : <Price cents={cents} />}</dd>
    </div>
  )
}

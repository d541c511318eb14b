import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { useHydrated } from "~/ui/use-hydrated"

interface PaperProps {
  title: string
  order: { id: string; createdAt: Date | string }
  /** The order's page, which the sheet is printed from. */
  back: string
  /** The shop's lines in the head: its name first. */
  seller: { name: string; lines: string[] }
  children: ReactNode
}

/** A sheet about an order, made to be printed. */
export function Paper({ title, order, back, seller, children }: PaperProps) {
  return (
    <div className="page page-narrow">
      <div className="section-head no-print">
        <Link to={back}>Back to the order</Link>
        <PrintButton />
      </div>
      <article className="paper">
        <div className="paper-head">
          <div>
            <h1>{title}</h1>
            <p>Order {order.id}</p>
            <p>
              <CalendarDate date={order.createdAt} />
            </p>
          </div>
          <address className="address">
            <strong>{seller.name}</strong>
            {seller.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
        {children}
      </article>
    </div>
  )
}

/** Opens the print dialog; without scripts the browser's own menu has to do. */
function PrintButton() {
  return (
    <div className="print-button">
      {useHydrated() ? (
        <Button type="button" variant="secondary" icon="print" onClick={() => window.print()}>
          Print
        </Button>
      ) : (
        <p className="muted">To print this page, use your browser's menu.</p>
      )}
    </div>
  )
}

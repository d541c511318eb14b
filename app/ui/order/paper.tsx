import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { orderName } from "~/domain/orders/order"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { useHydrated } from "~/ui/use-hydrated"

interface PaperProps {
  title: string
  about: ReactNode
  back: string
  seller: { name: string; lines: string[] }
  children: ReactNode
}

export function Paper({ title, about, back, seller, children }: PaperProps) {
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
            {about}
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

export function OrderOfPaper({ order }: { order: { id: string; number: number; createdAt: Date | string } }) {
  return (
    <>
      <p>
        Order {orderName(order.number)} <span className="muted">{order.id}</span>
      </p>
      <p>
        <CalendarDate date={order.createdAt} />
      </p>
    </>
  )
}

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

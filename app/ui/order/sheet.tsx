import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { orderName } from "~/domain/orders/order"
import { Button } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { useHydrated } from "~/ui/use-hydrated"
import { PostalLines } from "./address"

interface SheetProps {
  title: string
  about: ReactNode
  seller: { name: string; lines: string[] }
  children: ReactNode
}

export function SheetPage({ back, ...sheet }: SheetProps & { back: string }) {
  return (
    <PrintPage back={<Link to={back}>Back to the order</Link>}>
      <Sheet {...sheet} />
    </PrintPage>
  )
}

/** One sheet or more, each printed on a separate page */
export function PrintPage({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className="page page-narrow">
      <div className="section-head no-print">
        {back}
        <PrintButton />
      </div>
      {children}
    </div>
  )
}

export function Sheet({ title, about, seller, children }: SheetProps) {
  return (
    <article className="sheet">
      <div className="sheet-head">
        <div>
          <h1>{title}</h1>
          {about}
        </div>
        <address className="address">
          <PostalLines {...seller} />
        </address>
      </div>
      {children}
    </article>
  )
}

export function SheetOrder({ order }: { order: { id: string; number: number; createdAt: Date | string } }) {
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

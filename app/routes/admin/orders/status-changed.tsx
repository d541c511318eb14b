import type { ReactNode } from "react"
import type { OrderStatus } from "~/domain/orders/order-status"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Refusal } from "~/ui/form/refusal"
import { Notice } from "~/ui/notice"

interface StatusChangedProps {
  id: string
  status: OrderStatus
  children: ReactNode
}

/** In place of a form that no longer applies to the order */
export function StatusChanged({ id, status, children }: StatusChangedProps) {
  return (
    <div className="stack">
      <Refusal id="moved-on" />
      <Notice tone="neutral" title={`This order is now ${status}`}>
        {children}
      </Notice>
      <p>
        <ButtonLink to={paths.adminOrder(id)} variant="secondary">
          Show the order
        </ButtonLink>
      </p>
    </div>
  )
}

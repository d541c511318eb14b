import { Link } from "@remix-run/react"
import type { ProcessingCheckout } from "~/domain/checkout/checkouts.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"

/** They become orders once their banks have decided. */
export function ProcessingPayments({ payments }: { payments: readonly ProcessingCheckout[] }) {
  return payments.map(({ id, total, createdAt }) => (
    <Notice key={id} tone="neutral" title="Your bank is processing a payment">
      <p>
        <Price cents={total} /> of <CalendarDate date={createdAt} />. The order appears here once your bank has paid.{" "}
        <Link to={paths.payment(id)}>Show the payment</Link>
      </p>
    </Notice>
  ))
}

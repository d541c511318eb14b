import { Link } from "@remix-run/react"
import type { Attention } from "~/domain/dashboard/attention.server"
import { pluralize } from "~/domain/text/pluralize"
import { Notice } from "~/ui/notice"

export function AttentionNotice({ attention }: { attention: Attention }) {
  const { incidents, refunds, waitingRefunds, mails, imprint, unnamedMakers, notice, standby, numbers } = attention
  const waiting = [
    standby && "this copy of the shop is not live",
    incidents > 0 && `${pluralize(incidents, "payment needs", "payments need")} a look`,
    refunds > 0 && pluralize(refunds, "refund is on its way", "refunds are on their way"),
    waitingRefunds > 0 && `${pluralize(waitingRefunds, "order has", "orders have")} a refund that waits for somebody`,
    mails > 0 && `${pluralize(mails, "email")} could not be sent`,
    numbers && "invoices wait for their next numbers",
    unnamedMakers > 0 && `${pluralize(unnamedMakers, "product does", "products do")} not name a manufacturer`,
    notice && "the EU’s notice on the legal guarantee is missing",
    imprint > 0 && "the imprint is still a sample",
  ].filter(Boolean)
  if (waiting.length === 0) return null
  const sentence = waiting.join(", ")
  return (
    <Notice tone={standby || numbers || incidents + mails > 0 ? "bad" : "neutral"} title="What needs attention">
      {sentence.charAt(0).toUpperCase() + sentence.slice(1)}. <Link to="/admin/attention">Have a look</Link>
    </Notice>
  )
}

import { Link } from "@remix-run/react"
import type { Attention } from "~/domain/dashboard/attention.server"
import { Notice } from "~/ui/notice"

/** What waits for somebody to look at it; nothing at all when nothing does. */
export function AttentionList({ attention: { incidents, refunds, mails } }: { attention: Attention }) {
  const waiting = [
    incidents > 0 && (incidents === 1 ? "1 payment needs a look" : `${incidents} payments need a look`),
    refunds > 0 && (refunds === 1 ? "1 refund is on its way" : `${refunds} refunds are on their way`),
    mails > 0 && (mails === 1 ? "1 mail could not be sent" : `${mails} mails could not be sent`),
  ].filter(Boolean)
  if (waiting.length === 0) return null
  return (
    <Notice tone={incidents + mails > 0 ? "bad" : "neutral"} title="What needs attention">
      {waiting.join(", ")}. <Link to="/admin/attention">Have a look</Link>
    </Notice>
  )
}

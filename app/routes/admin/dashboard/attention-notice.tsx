import { Link } from "@remix-run/react"
import type { Attention } from "~/domain/dashboard/attention.server"
import { pluralize } from "~/domain/text/pluralize"
import { Notice } from "~/ui/notice"
import { asSentence, warningTitles } from "../attention/warning-titles"

export function AttentionNotice({ attention }: { attention: Attention }) {
  const { incidents, refunds, mails, clocks, standby, numbers } = attention
  const warnings = warningTitles(attention)
  const waiting = [
    warnings.standby,
    warnings.clocks,
    incidents > 0 && `${pluralize(incidents, "payment needs", "payments need")} attention`,
    refunds > 0 && pluralize(refunds, "refund is pending", "refunds are pending"),
    warnings.waitingRefunds,
    warnings.overdue,
    warnings.latePayouts,
    mails > 0 && `${pluralize(mails, "email")} could not be sent`,
    warnings.numbers,
    warnings.unnamedMakers,
    warnings.notice,
    warnings.imprint,
  ].filter(Boolean)
  if (waiting.length === 0) return null
  return (
    <Notice
      tone={standby || numbers || clocks.length + incidents + mails > 0 ? "bad" : "neutral"}
      title="Needs attention"
    >
      {asSentence(waiting.join(", "))}. <Link to="/admin/attention">Show details</Link>
    </Notice>
  )
}

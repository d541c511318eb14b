import type { Warnings } from "~/domain/dashboard/attention.server"
import { pluralize } from "~/domain/text/pluralize"

/** Titles within a sentence; `false` for states that need no attention */
export function warningTitles(warnings: Warnings) {
  const { clocks, standby, numbers, waitingRefunds, overdue, latePayouts, imprint, unnamedMakers, notice, openRules } =
    warnings
  return {
    clocks: clocks.length > 0 && `${pluralize(clocks.length, "process has", "processes have")} a wrong clock`,
    standby: standby !== null && "this copy of the shop is not live",
    numbers: numbers && "no invoices are issued until you check their numbers",
    waitingRefunds:
      waitingRefunds > 0 && `${pluralize(waitingRefunds, "order has", "orders have")} a refund that needs approval`,
    overdue: overdue > 0 && `${pluralize(overdue, "order was", "orders were")} sent 30 days ago and not paid`,
    latePayouts:
      latePayouts > 0 && `money to pay back: ${pluralize(latePayouts, "payout has", "payouts have")} waited for 3 days`,
    imprint: imprint > 0 && "the imprint is incomplete",
    unnamedMakers:
      unnamedMakers > 0 && `${pluralize(unnamedMakers, "product does", "products do")} not name a manufacturer`,
    openRules: openRules > 0 && `${pluralize(openRules, "rule of the law is", "rules of the law are")} still open`,
    notice: notice && "the EU’s notice on the legal guarantee is missing",
  }
}

export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

import type { Staff } from "~/domain/accounts/actor"
import { todayOf } from "~/domain/days/shop-days.server"
import { isPaused } from "~/domain/invoices/number-series.server"
import { countOpenRules } from "~/domain/law/law-rules"
import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { countOrdersWithWaitingRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { countOverdueOrders } from "~/domain/orders/receiving/unpaid-orders.server"
import { countOpenIncidents } from "~/domain/payments/incident-list.server"
import { countLatePayouts } from "~/domain/payouts/payout-list.server"
import { isNoticeMissing } from "~/domain/returns/legal-guarantee"
import type { Shop } from "~/domain/shop"
import { findStandby, type Standby } from "~/domain/standby.server"
import { readLawFacts } from "./law-facts.server"
import { listWrongClocks, type WrongClock } from "./wrong-clocks.server"

/** Tasks that wait for a decision, other than payments, refunds and mails */
export interface Warnings {
  /** Processes whose clock differs from the database's */
  clocks: WrongClock[]
  standby: Standby | null
  /** Whether invoices wait for their next numbers */
  numbers: boolean
  /** Orders with a pending refund request */
  waitingRefunds: number
  /** Orders that were sent 30 days ago and are not paid */
  overdue: number
  /** Payouts that have been open for three days */
  latePayouts: number
  /** Open placeholders of the imprint */
  imprint: number
  /** Public products without a manufacturer, if a zone is in the EU */
  unnamedMakers: number
  /** Whether the EU's notice on the legal guarantee is missing, if a zone is in the EU */
  notice: boolean
  /** Rules of the law for which something is empty, other than those above */
  openRules: number
}

export interface Attention extends Warnings {
  incidents: number
  /** Requested at the gateway, not confirmed yet */
  refunds: number
  mails: number
}

export async function readAttention(shop: Shop, staff: Staff<"attention.settle">): Promise<Attention> {
  const [warnings, incidents, refunds, mails] = await Promise.all([
    readWarnings(shop),
    countOpenIncidents(shop),
    shop.db
      .selectFrom("refunds")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("status", "=", "requested")
      .where("payout", "is", null)
      .executeTakeFirstOrThrow(),
    listFailedMails(shop, staff),
  ])
  return { ...warnings, incidents, refunds: refunds.count, mails: mails.count }
}

export async function readWarnings(shop: Shop): Promise<Warnings> {
  const [clocks, standby, numbers, waitingRefunds, overdue, latePayouts, law] = await Promise.all([
    listWrongClocks(shop),
    findStandby(shop),
    isPaused(shop),
    countOrdersWithWaitingRefund(shop),
    countOverdueOrders(shop),
    countLatePayouts(shop),
    readLawFacts(shop),
  ])
  return {
    ...{ clocks, standby, numbers, waitingRefunds, overdue, latePayouts },
    unnamedMakers: law.unnamedMakers,
    imprint: law.open.imprint,
    notice: isNoticeMissing(shop.settings.current),
    openRules: countOpenRules(law, todayOf(shop)),
  }
}

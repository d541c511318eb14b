import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { isPaused } from "~/domain/invoices/number-series.server"
import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { countOrdersWithWaitingRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { findPage } from "~/domain/pages/page-versions.server"
import { unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { countOpenIncidents } from "~/domain/payments/incident-list.server"
import { isNoticeMissing } from "~/domain/returns/legal-guarantee"
import { sendsToEu } from "~/domain/law/eu"
import type { Shop } from "~/domain/shop"
import { findStandby, type Standby } from "~/domain/standby.server"
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
  /** Open placeholders of the imprint */
  imprint: number
  /** Public products without a manufacturer, if a zone is in the EU */
  unnamedMakers: number
  /** Whether the EU's notice on the legal guarantee is missing, if a zone is in the EU */
  notice: boolean
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
      .executeTakeFirstOrThrow(),
    listFailedMails(shop, staff),
  ])
  return { ...warnings, incidents, refunds: refunds.count, mails: mails.count }
}

export async function readWarnings(shop: Shop): Promise<Warnings> {
  const [clocks, standby, numbers, waitingRefunds, imprint, unnamedMakers] = await Promise.all([
    listWrongClocks(shop),
    findStandby(shop),
    isPaused(shop),
    countOrdersWithWaitingRefund(shop),
    findPage(shop, "imprint"),
    countUnnamedMakers(shop),
  ])
  return {
    ...{ clocks, standby, numbers, waitingRefunds, unnamedMakers },
    imprint: unfilledPlaceholdersOf(shop, imprint).length,
    notice: isNoticeMissing(shop.settings.current),
  }
}

/** The highest number that is counted (Regulation (EU) 2023/988, article 19) */
const MOST_COUNTED = 1_000

/** Public products whose manufacturer's name, address or contact is missing; 0 without a zone in the EU. */
async function countUnnamedMakers({ db, settings }: Shop): Promise<number> {
  if (!sendsToEu(settings.current.pricing)) return 0
  const unnamed = db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_id", "products.id")
    .select("products.id")
    .where(isPublic)
    .where(sql<boolean>`not facts ?& '{manufacturer,manufacturerAddress,manufacturerContact}'`)
    .limit(MOST_COUNTED)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${unnamed}) unnamed`.execute(db)
  return rows[0]?.count ?? 0
}

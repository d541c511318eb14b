import { sql } from "kysely"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { findPage } from "~/domain/pages/page-versions.server"
import { unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { findStandby } from "~/domain/standby.server"
import type { Staff } from "../accounts/actor"
import { isPaused } from "../invoices/number-series.server"
import { countOrdersWithWaitingRefund } from "../orders/cancellation/refund-requests.server"
import { countOpenIncidents } from "../payments/incident-list.server"
import { isNoticeMissing } from "../returns/legal-guarantee"
import { sendsToEu } from "../shipping/eu"
import type { Shop } from "../shop"

export interface Attention {
  incidents: number
  /** Requested at the gateway, not confirmed yet */
  refunds: number
  /** Orders with a refund request that waits */
  waitingRefunds: number
  mails: number
  /** Open placeholders of the imprint */
  imprint: number
  /** Public products without a manufacturer, where a zone lies in the EU */
  unnamedMakers: number
  /** Whether the EU's notice on the legal guarantee is missing, where a zone lies in the EU */
  notice: boolean
  standby: boolean
  /** Whether invoices wait for their next numbers */
  numbers: boolean
}

export async function readAttention(shop: Shop, staff: Staff<"attention.settle">): Promise<Attention> {
  const [incidents, refunds, waitingRefunds, mails, imprint, unnamedMakers, standby, numbers] = await Promise.all([
    countOpenIncidents(shop),
    shop.db
      .selectFrom("refunds")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("status", "=", "requested")
      .executeTakeFirstOrThrow(),
    countOrdersWithWaitingRefund(shop),
    listFailedMails(shop, staff),
    findPage(shop, "imprint"),
    countUnnamedMakers(shop),
    findStandby(shop),
    isPaused(shop),
  ])
  return {
    incidents,
    refunds: refunds.count,
    waitingRefunds,
    mails: mails.count,
    imprint: unfilledPlaceholdersOf(shop, imprint).length,
    unnamedMakers,
    notice: isNoticeMissing(shop.settings.current),
    standby: standby !== null,
    numbers,
  }
}

/** Regulation (EU) 2023/988, article 19: at most so many are counted. */
const MOST_COUNTED = 1_000

/** Public products whose manufacturer's name, address or contact is missing; 0 without a zone in the EU. */
export async function countUnnamedMakers({ db, settings }: Shop): Promise<number> {
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

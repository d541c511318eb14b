import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { findPage } from "~/domain/pages/page-versions.server"
import { openPlacesOf } from "~/domain/pages/view-page.server"
import { findStandby } from "~/domain/standby.server"
import type { Staff } from "../accounts/actor"
import { isPaused } from "../papers/paper-series.server"
import { countOpenIncidents } from "../payments/incident-list.server"
import type { Shop } from "../shop"

export interface Attention {
  incidents: number
  /** Requested at the gateway, not confirmed yet */
  refunds: number
  mails: number
  /** Open placeholders of the imprint */
  imprint: number
  standby: boolean
  /** Whether papers wait for their next numbers */
  numbers: boolean
}

export async function readAttention(shop: Shop, staff: Staff<"attention.settle">): Promise<Attention> {
  const [incidents, refunds, mails, imprint, standby, numbers] = await Promise.all([
    countOpenIncidents(shop),
    shop.db
      .selectFrom("refunds")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("status", "=", "requested")
      .executeTakeFirstOrThrow(),
    listFailedMails(shop, staff),
    findPage(shop, "imprint"),
    findStandby(shop),
    isPaused(shop),
  ])
  return {
    incidents,
    refunds: refunds.count,
    mails: mails.count,
    imprint: openPlacesOf(shop, imprint).length,
    standby: standby !== null,
    numbers,
  }
}

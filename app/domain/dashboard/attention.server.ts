import type { Admin } from "../accounts/user"
import { listIncidents } from "../payments/incident-list.server"
import type { Shop } from "../shop"
import { listFailedMails } from "./failed-mails.server"

/** How much waits for somebody to look at it. */
export interface Attention {
  incidents: number
  /** Asked for at the gateway, not confirmed yet. */
  refunds: number
  mails: number
}

export async function readAttention(shop: Shop, admin: Admin): Promise<Attention> {
  const [{ openCount }, refunds, mails] = await Promise.all([
    listIncidents(shop, admin, { open: true }),
    shop.db
      .selectFrom("refunds")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("status", "=", "requested")
      .executeTakeFirstOrThrow(),
    listFailedMails(shop, admin),
  ])
  return { incidents: openCount, refunds: refunds.count, mails: mails.count }
}

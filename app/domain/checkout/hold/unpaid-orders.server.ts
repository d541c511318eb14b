import { sql } from "kysely"
import { DAY } from "~/domain/durations"
import { statusesWhere } from "~/domain/orders/order-status"
import type { Tx } from "~/domain/shop"
import { tooMany } from "~/domain/shop-error"
import { CONTACT_US } from "~/domain/text/contact-us"
import { lockNetwork } from "./hold-limits.server"

/** Open orders that await payment */
const MOST_UNPAID = { ofBuyer: 3, fromNetwork: 10 }

const open = statusesWhere(({ next }) => next !== null)

/** Locks the network and counts the buyer's unpaid orders and those from the network. @throws ShopError `tooMany` */
export async function assertFewUnpaid(
  tx: Tx,
  { userId, network }: { userId: string; network: string | null },
): Promise<void> {
  // Also locks the buyer, whose network may change between two orders.
  for (const key of [network, userId]) if (key !== null) await lockNetwork(tx, key)
  const { rows } = await sql<{ own: number; near: number }>`
    select (count(*) filter (where orders.user_id = ${userId}))::integer as own,
      (count(*) filter (where client_address = ${network}))::integer as near
    from orders join checkouts on checkouts.id = checkout_id
    where payment_status = 'awaiting' and orders.status <> 'Cancelled' and deleted_at is null and orders.status = any(${open})
      and (orders.user_id = ${userId} or client_address = ${network})`.execute(tx.db)
  const { own = 0, near = 0 } = rows[0] ?? {}
  if (own >= MOST_UNPAID.ofBuyer) throw refusal(`You have ${own} orders that are not paid yet`)
  if (near >= MOST_UNPAID.fromNetwork) throw refusal("Many orders from your network are not paid yet")
}

const refusal = (what: string) => tooMany(`${what}. Please pay this order by card, or ${CONTACT_US}.`, DAY / 1_000)

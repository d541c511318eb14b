import { type RawBuilder, sql } from "kysely"
import { addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { ago, HOUR, MINUTE } from "~/domain/durations"
import type { Buyer } from "../accounts/actor"
import type { Shop, Tx } from "../shop"
import { tooMany } from "../shop-error"
import { HOLD_MINUTES } from "./checkout"

/** How long unpaid holds are counted, in milliseconds. */
export const WINDOW = 3 * HOUR

/**
 * How much stock may be held without being paid. A shopper who goes back and forth changes their order some times and
 * lets it expire once or twice; somebody who wants to empty the stock does more.
 */
const LIMITS = {
  /** Started within an hour, by a member since they paid last. */
  startedByMember: 20,
  /** Minutes of holds within three hours, by a member since they paid last: four holds that expire. */
  minutesOfMember: 60,
  /** The same by everybody of one address: a mobile network may have hundreds of shoppers behind it. */
  minutesFromAddress: 1_500,
  /** At the same moment, from one address. */
  liveFromAddress: 100,
}

/**
 * Refuses a hold when a member has kept units out of stock for too long without paying. An active checkout that is found
 * again does not count. Returns whether they have paid before.
 * @throws ShopError `tooMany` with the seconds until it may be tried again
 */
export async function assertOwnHoldLimits(tx: Tx, member: Buyer): Promise<{ hasPaidBefore: boolean }> {
  const { paidAt, ...own } = await countOwnHolds(tx, member)
  const what = "You have reserved items many times without paying"
  if (own.started >= LIMITS.startedByMember) throw holdRefusal(what, tx.now(), own.firstOfHour, HOUR)
  if (own.minutes >= LIMITS.minutesOfMember) throw holdRefusal(what, tx.now(), own.first, WINDOW)
  return { hasPaidBefore: paidAt !== null }
}

/**
 * The same for everybody of an address together. Strangers behind it cannot keep out a member who has paid before: for
 * them it is not asked.
 * @param address the client's
 * @param checkoutId the new hold's, which does not count
 */
export async function assertAddressHoldLimits(tx: Tx, address: string, checkoutId: string): Promise<void> {
  await lockHoldsFrom(tx, address)
  const all = await countHolds(tx, sql`client_address = ${addressKey(address)} and id <> ${checkoutId}`)
  const tooMuch = all.live >= LIMITS.liveFromAddress || all.minutes >= LIMITS.minutesFromAddress
  const what = "Someone on your network has reserved items many times without paying"
  if (tooMuch) throw holdRefusal(what, tx.now(), all.first, WINDOW)
}

/** Serializes the holds from an address until they are written, so that each of them finds all others counted. */
async function lockHoldsFrom(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('holds-from-address'), hashtext(${addressKey(address)}))`.execute(
    tx.db,
  )
}

/** Addresses are kept no longer than they are counted. */
export async function clearHoldAddresses(shop: Shop): Promise<void> {
  await shop.db
    .updateTable("checkouts")
    .set({ client_address: null })
    .where("client_address", "is not", null)
    .where("created_at", "<", ago(shop, WINDOW + HOLD_MINUTES * MINUTE))
    .execute()
}

/** A query for the orders of a user that were not cancelled or refunded: paying and taking it back earns no trust. */
export function paidOrdersOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select orders.created_at from orders where orders.user_id = ${userId} and orders.deleted_at is null
    and orders.status <> 'Cancelled' and orders.refunded_amount < orders.total_price`
}

interface UnpaidHolds {
  /** Started within the last hour. */
  started: number
  live: number
  /** How long all of them together were held. */
  minutes: number
  first: Date | null
  firstOfHour: Date | null
}

/** A member's unpaid holds since they paid last, and when that was. */
async function countOwnHolds(tx: Tx, { id }: Buyer): Promise<UnpaidHolds & { paidAt: Date | null }> {
  const paidAt = sql`(select max(paid.created_at) from (${paidOrdersOf(sql`${id}`)}) paid)`
  const whose = sql`user_id = ${id} and created_at > coalesce(${paidAt}, '-infinity')`
  const { rows } = await sql<UnpaidHolds & { paidAt: Date | null }>`
    select ${paidAt} as "paidAt", unpaid.* from (${unpaidHolds(tx, whose)}) unpaid`.execute(tx.db)
  return rows[0] as UnpaidHolds & { paidAt: Date | null }
}

async function countHolds(tx: Tx, whose: RawBuilder<unknown>): Promise<UnpaidHolds> {
  return (await unpaidHolds(tx, whose).execute(tx.db)).rows[0] as UnpaidHolds
}

/** A query that sums up unpaid holds of the last three hours. */
function unpaidHolds({ now: clock }: Tx, whose: RawBuilder<unknown>): RawBuilder<UnpaidHolds> {
  const now = clock()
  const [windowStart, hourStart] = [new Date(now.getTime() - WINDOW), new Date(now.getTime() - HOUR)]
  return sql<UnpaidHolds>`
    select count(*) filter (where created_at > ${hourStart})::integer as started,
      count(*) filter (where status = 'held' and hold_expires_at > ${now})::integer as live,
      coalesce(sum(extract(epoch from
        least(coalesce(closed_at, ${now}), hold_expires_at) - created_at)) / 60, 0)::float8 as minutes,
      min(created_at) as first,
      min(created_at) filter (where created_at > ${hourStart}) as "firstOfHour"
    from checkouts
    where status in ('held', 'released') and created_at > ${windowStart} and ${whose}`
}

/** Refuses until the oldest of the holds no longer counts. */
export function holdRefusal(what: string, now: Date, oldest: Date | null, memory: number) {
  const wait = Math.max(MINUTE, (oldest ?? now).getTime() + memory - now.getTime())
  const minutes = Math.ceil(wait / MINUTE)
  const time = minutes === 1 ? "a minute" : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return tooMany(`${what}. Please try again in ${time}.`, Math.ceil(wait / 1000))
}

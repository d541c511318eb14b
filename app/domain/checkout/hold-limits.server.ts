import { sql } from "kysely"
import { addressKey } from "~/domain/accounts/rate-limit-keys.server"
import { ago, HOUR, MINUTE } from "~/domain/durations"
import type { Member } from "../accounts/user"
import type { Shop, Tx } from "../shop"
import { tooMany } from "../shop-error"

/** How long unpaid holds are counted, in milliseconds. */
const WINDOW = 3 * HOUR

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
 * Refuses a hold when a member, or everybody of their address together, have kept units out of stock for too long
 * without paying. An active checkout that is found again does not count, and strangers behind the same address cannot
 * keep out a member who has paid before.
 * @param address the client's; null where there is none, as in the shop's own work
 * @throws ShopError `tooMany` with the seconds until it may be tried again
 */
export async function assertHoldLimits(tx: Tx, member: Member, address: string | null): Promise<void> {
  const own = await countHolds(
    tx,
    sql`user_id = ${member.id} and created_at > coalesce((
    select max(closed_at) from checkouts where user_id = ${member.id} and status = 'completed'), '-infinity')`,
  )
  if (own.started >= LIMITS.startedByMember) throw refusal("You have", tx.now(), own.firstOfHour, HOUR)
  if (own.minutes >= LIMITS.minutesOfMember) throw refusal("You have", tx.now(), own.first, WINDOW)
  if (address === null || (await hasPaidBefore(tx, member))) return
  const all = await countHolds(tx, sql`client_address = ${addressKey(address)}`)
  const tooMuch = all.live >= LIMITS.liveFromAddress || all.minutes >= LIMITS.minutesFromAddress
  if (tooMuch) throw refusal("Someone on your network has", tx.now(), all.first, WINDOW)
}

/** Addresses are kept no longer than they are counted. */
export async function clearHoldAddresses(shop: Shop): Promise<void> {
  await shop.db
    .updateTable("checkouts")
    .set({ client_address: null })
    .where("client_address", "is not", null)
    .where("created_at", "<", ago(shop, WINDOW))
    .execute()
}

async function hasPaidBefore(tx: Tx, member: Member): Promise<boolean> {
  const query = tx.db.selectFrom("checkouts").select("id").where("user_id", "=", member.id)
  return (await query.where("status", "=", "completed").limit(1).executeTakeFirst()) !== undefined
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

/** Unpaid holds of the last three hours. */
async function countHolds(tx: Tx, whose: ReturnType<typeof sql>): Promise<UnpaidHolds> {
  const now = tx.now()
  const [windowStart, hourStart] = [new Date(now.getTime() - WINDOW), new Date(now.getTime() - HOUR)]
  const { rows } = await sql<UnpaidHolds>`
    select count(*) filter (where created_at > ${hourStart})::integer as started,
      count(*) filter (where status = 'held' and hold_expires_at > ${now})::integer as live,
      coalesce(sum(extract(epoch from
        least(coalesce(closed_at, ${now}), hold_expires_at) - created_at)) / 60, 0)::float8 as minutes,
      min(created_at) as first,
      min(created_at) filter (where created_at > ${hourStart}) as "firstOfHour"
    from checkouts
    where status in ('held', 'released') and created_at > ${windowStart} and ${whose}`.execute(tx.db)
  return rows[0] as UnpaidHolds
}

/** Refuses until the oldest of the holds no longer counts. */
function refusal(who: string, now: Date, oldest: Date | null, memory: number) {
  const wait = Math.max(MINUTE, (oldest ?? now).getTime() + memory - now.getTime())
  const minutes = Math.ceil(wait / MINUTE)
  const time = minutes === 1 ? "a minute" : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return tooMany(
    `${who} reserved items many times without paying. Please try again in ${time}.`,
    Math.ceil(wait / 1000),
  )
}

import { type RawBuilder, sql } from "kysely"
import type { Buyer } from "~/domain/accounts/actor"
import { ago, HOUR, MINUTE } from "~/domain/durations"
import { statusesWhere } from "~/domain/orders/order-status"
import type { Shop, Tx } from "~/domain/shop"
import { tooMany } from "~/domain/shop-error"
import { HOLD_MINUTES } from "../checkout"

/** The time for which unpaid holds count */
export const WINDOW = 3 * HOUR

/** Shoppers may let a hold or two expire; these limits stop attempts to empty the stock. */
const LIMITS = {
  /** The limit per hour, since the member's last paid order */
  startedByMember: 20,
  /** The limit per three hours, since the member's last paid order */
  minutesOfMember: 60,
  /** A mobile network may have hundreds of shoppers at one address. */
  minutesFromAddress: 1_500,
  liveFromAddress: 100,
  /** Checkouts whose payments banks are processing, which may take days */
  processingOfMember: 3,
  processingFromAddress: 10,
}

/**
 * Locks the network, so that each of its holds counts the others. Guests are counted by their session, because anyone
 * may enter an email address, and that must not block its owner; they never count as customers. Throws `tooMany` with
 * the seconds to wait; returns whether the member has paid before.
 */
export async function assertOwnHoldLimits(
  tx: Tx,
  buyer: Buyer,
  network: string | null,
): Promise<{ hasPaidBefore: boolean }> {
  const { paidAt, ...own } = await countOwnHolds(tx, buyer, network)
  const what = "You have reserved items many times without paying"
  if (own.started >= LIMITS.startedByMember) throw holdRefusal(what, tx.now(), own.firstOfHour, HOUR)
  if (own.processing >= LIMITS.processingOfMember) throw tooManyProcessing("You have")
  if (own.minutes >= LIMITS.minutesOfMember) throw holdRefusal(what, tx.now(), own.first, WINDOW)
  return { hasPaidBefore: paidAt !== null && buyer.kind === "member" }
}

/** Applies only to members who have never paid, so that an attacker cannot block customers. */
export async function assertNetworkHoldLimits(tx: Tx, network: string, checkoutId: string): Promise<void> {
  const ofNetwork = sql`client_address = ${network} and id <> ${checkoutId}`
  const holds = await unpaidHolds(tx, ofNetwork, ofNetwork).execute(tx.db)
  const all = holds.rows[0] as UnpaidHolds
  const tooMuch = all.live >= LIMITS.liveFromAddress || all.minutes >= LIMITS.minutesFromAddress
  if (all.processing >= LIMITS.processingFromAddress) throw tooManyProcessing("Buyers on your network have")
  const what = "Someone on your network has reserved items many times without paying"
  if (tooMuch) throw holdRefusal(what, tx.now(), all.first, WINDOW)
}

/** Addresses are stored only as long as they count: beyond the window only for units that are held or not paid. */
export async function clearHoldAddresses(shop: Shop): Promise<void> {
  await shop.db
    .updateTable("checkouts")
    .set({ client_address: null })
    .where("client_address", "is not", null)
    .where("status", "not in", ["held", "processing"])
    .where(sql<boolean>`not exists (${unpaidOrderOf(sql`checkouts.id`)})`)
    .where("created_at", "<", ago(shop, WINDOW + HOLD_MINUTES * MINUTE))
    .execute()
}

/** Cancelled and refunded orders earn no trust. */
export function paidOrdersOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select orders.created_at from orders where orders.user_id = ${userId} and orders.deleted_at is null
    and orders.status <> 'Cancelled' and orders.payment_status <> 'awaiting'
    and orders.refunded_amount < orders.total_price`
}

const waiting = statusesWhere(({ parcel }) => parcel === "waiting")

/** The order of a checkout whose units are still reserved for a payment that has not arrived */
export function unpaidOrderOf(checkoutId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select from orders where orders.checkout_id = ${checkoutId} and orders.payment_status = 'awaiting'
    and orders.status = any(${waiting}) and orders.deleted_at is null`
}

interface UnpaidHolds {
  started: number
  live: number
  processing: number
  minutes: number
  first: Date | null
  firstOfHour: Date | null
}

async function countOwnHolds(
  tx: Tx,
  { id }: Buyer,
  network: string | null,
): Promise<UnpaidHolds & { paidAt: Date | null }> {
  const paidAt = sql`(select max(paid.created_at) from (${paidOrdersOf(sql`${id}`)}) paid)`
  const whose = sql`user_id = ${id} and created_at > coalesce(${paidAt}, '-infinity')`
  const all = sql`user_id = ${id}`
  const lock = network === null ? sql`null` : lockOf(network)
  const { rows } = await sql<UnpaidHolds & { paidAt: Date | null }>`
    select ${paidAt} as "paidAt", ${lock} as locked, unpaid.* from (${unpaidHolds(tx, whose, all)}) unpaid`.execute(
    tx.db,
  )
  return rows[0] as UnpaidHolds & { paidAt: Date | null }
}

const lockOf = (network: string) =>
  sql`pg_advisory_xact_lock(hashtext('holds-from-address'), hashtext(${network}))::text`

/** Makes other checkouts of the network wait. */
export async function lockNetwork({ db }: Tx, network: string): Promise<void> {
  await sql`select ${lockOf(network)}`.execute(db)
}

/** `all` are the checkouts of the same buyers that are counted however old they are. */
function unpaidHolds(
  { now: clock }: Tx,
  whose: RawBuilder<unknown>,
  all: RawBuilder<unknown>,
): RawBuilder<UnpaidHolds> {
  const now = clock()
  const [windowStart, hourStart] = [new Date(now.getTime() - WINDOW), new Date(now.getTime() - HOUR)]
  return sql<UnpaidHolds>`
    select count(*) filter (where created_at > ${hourStart})::integer as started,
      count(*) filter (where status = 'held' and hold_expires_at > ${now})::integer as live,
      (select count(*) from checkouts where status = 'processing' and ${all})::integer as processing,
      coalesce(sum(extract(epoch from
        least(coalesce(closed_at, ${now}), hold_expires_at) - created_at)) / 60, 0)::float8 as minutes,
      min(created_at) as first,
      min(created_at) filter (where created_at > ${hourStart}) as "firstOfHour"
    from checkouts
    where status in ('held', 'released') and created_at > ${windowStart} and ${whose}`
}

/** Seconds after which a buyer may ask again */
const PROCESSING_PAUSE = 60 * 60

function tooManyProcessing(who: string) {
  const message = `${who} several orders whose payments are still being processed. Please wait until the banks have decided.`
  return tooMany(message, PROCESSING_PAUSE)
}

export function holdRefusal(what: string, now: Date, oldest: Date | null, memory: number) {
  const wait = Math.max(MINUTE, (oldest ?? now).getTime() + memory - now.getTime())
  const minutes = Math.ceil(wait / MINUTE)
  const time = minutes === 1 ? "a minute" : minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return tooMany(`${what}. Please try again in ${time}.`, Math.ceil(wait / 1000))
}

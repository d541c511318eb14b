import { sql } from "kysely"
import { ago, DAY, HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { findShopIdentity, findShopMark } from "~/domain/payments/shop-mark.server"
import type { Shop } from "~/domain/shop"
import { recoverPayment } from "./recover-payment.server"
import { findUnknownPayments, type UnknownPayment } from "./unknown-payments.server"

/** All payments that were created before are known, or settled. It goes back with the database, as it should. */
const CURSOR = "payments"
/** When payments that the database does not know were first seen */
const FIRST_SEEN = "unknown-payments"

/** A younger payment may just be confirmed by another process. */
const SETTLED_AFTER = HOUR
/** How long the shop watches whether somebody else still takes payments in its name, before it acts */
const WATCH = 15 * MINUTE
/** The gateway's clock and the shop's may differ. */
const CLOCK_TOLERANCE = 5 * MINUTE
const OVERLAP = 10 * MINUTE
/** Of one list; halved where more payments were made than a list has */
const LONGEST_WINDOW = 6 * HOUR
/** Of one round; the next one continues */
const MAX_WINDOWS = 12
const GIVE_UP_AFTER = DAY

/** Makes orders or refunds of payments that are this shop's and that its database has lost; returns what waits. */
export async function recoverPayments(shop: Shop, signal?: AbortSignal): Promise<string[]> {
  const end = ago(shop, SETTLED_AFTER).getTime()
  let start = await readCursor(shop)
  let window = Math.min(LONGEST_WINDOW, Math.max(MINUTE, end - start))
  for (let windows = 0; start < end && windows < MAX_WINDOWS && !signal?.aborted; windows++) {
    const until = Math.min(start + window, end)
    const listed = await shop.payments.paymentsBetween(new Date(start - OVERLAP), new Date(until))
    if (!listed.isComplete && window > MINUTE) {
      window /= 2
      continue
    }
    const unknown = await findUnknownPayments(shop, listed.payments)
    const own = await withoutElsewhere(shop, unknown)
    const waiting = own.length > 0 ? await recoverAll(shop, own) : []
    if (waiting.length > 0) return waiting
    start = until
    await writeMoment(shop, CURSOR, new Date(start))
  }
  if (start >= end) await shop.db.deleteFrom("gateway_cursors").where("name", "=", FIRST_SEEN).execute()
  return []
}

async function recoverAll(shop: Shop, unknown: UnknownPayment[]): Promise<string[]> {
  const obstacle = await findObstacle(shop)
  if (obstacle) return [`${unknown.length} payments that the database does not know: ${obstacle}`]
  const waiting: string[] = []
  const givenUp = ago(shop, GIVE_UP_AFTER)
  for (const payment of unknown) {
    try {
      const isSettled = await recoverPayment(shop, payment)
      if (!isSettled && payment.createdAt > givenUp) waiting.push(`payment ${payment.id}: it is still being paid`)
    } catch (error) {
      shop.log.error({ err: error, intentId: payment.intentId }, "a payment of lost hours must be tried again")
      waiting.push(`payment ${payment.id}: ${(error as Error).message}`)
    }
  }
  return waiting
}

/** Leaves those of another address alone, for good: this shop may be a copy of theirs. */
async function withoutElsewhere(shop: Shop, unknown: UnknownPayment[]): Promise<UnknownPayment[]> {
  const mark = await findShopMark(shop)
  const elsewhere = unknown.find((payment) => payment.shop !== mark)
  if (elsewhere) await report(shop, elsewhere, `were made at ${elsewhere.shop?.split(" ")[1]}, not at this address`)
  return unknown.filter((payment) => payment.shop === mark)
}

/** Returns why nothing may be done yet: another shop, such as the live one of which this is a copy, may own them. */
async function findObstacle(shop: Shop): Promise<string | null> {
  const since = await firstSeen(shop)
  if (!since) return "the shop watches for a quarter of an hour whether another one takes them"
  if (since > ago(shop, WATCH)) return `they are looked at from ${new Date(since.getTime() + WATCH).toISOString()}`
  const after = new Date(since.getTime() + CLOCK_TOLERANCE)
  const recent = await shop.payments.paymentsBetween(after, shop.now())
  const [newest] = await findUnknownPayments(shop, recent.payments)
  return newest ? report(shop, newest, "are still being made by another shop that has this one's database") : null
}

async function report(shop: Shop, { intentId }: UnknownPayment, what: string): Promise<string> {
  await shop.transaction(async (tx) => {
    const open = tx.db.selectFrom("payment_incidents").select("id").where("kind", "=", "payments-of-a-copy")
    if (await open.where("resolved_at", "is", null).executeTakeFirst()) return
    await emit(tx, "payments.of-a-copy", { intentId, what })
  })
  return `they ${what}`
}

/** Begins again when somebody has settled what stood in the way. */
async function firstSeen(shop: Shop): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(seen_until, (
      select max(resolved_at) from payment_incidents where kind = 'payments-of-a-copy')) as since
    from gateway_cursors where name = ${FIRST_SEEN}`.execute(shop.db)
  if (rows[0]) return rows[0].since
  await writeMoment(shop, FIRST_SEEN, shop.now())
  shop.log.warn("the payment service has payments of this shop that its database does not know")
  return null
}

async function readCursor(shop: Shop): Promise<number> {
  const { createdAt } = await findShopIdentity(shop)
  const { rows } = await sql<{ moment: Date }>`
    select coalesce(
      (select seen_until from gateway_cursors where name = ${CURSOR}),
      greatest((select max(created_at) from payments), ${createdAt}::timestamptz) - interval '1 hour') as moment
  `.execute(shop.db)
  return (rows[0]?.moment ?? createdAt).getTime()
}

async function writeMoment({ db }: Shop, name: string, moment: Date): Promise<void> {
  await db
    .insertInto("gateway_cursors")
    .values({ name, seen_until: moment })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen_until: moment }))
    .execute()
}

import { sql } from "kysely"
import { ago, HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import type { ListedPayment } from "~/domain/payments/gateway"
import { autoResolveIncident } from "~/domain/payments/incidents.server"
import { findShopIdentity, findShopMark } from "~/domain/payments/shop-mark.server"
import type { Shop } from "~/domain/shop"
import { findTimeline } from "~db/timeline.server"
import { recoverPayment } from "./recover-payment.server"
import { findUnknownPayments, type UnknownPayment } from "./unknown-payments.server"

/** All payments created before this time are known or settled. A restore resets it, as it should. */
const CURSOR = "payments"
/**
 * The time when payments unknown to the database were first seen, by the timeline of its server: those lost with a
 * second primary were not made by another shop, so the watch begins again with the next.
 */
const FIRST_SEEN = "unknown-payments"

/** Another process may be confirming a younger payment. */
const SETTLED_AFTER = HOUR
/** The time for which the shop watches whether another one takes payments in its name, before it acts */
const WATCH = 15 * MINUTE
/** The gateway's clock and the shop's may differ. */
const CLOCK_TOLERANCE = 5 * MINUTE
const OVERLAP = MINUTE
/** The time span of one list; halved if it had more payments than fit */
const LONGEST_WINDOW = 6 * HOUR
/** The time limit of one round; the next one continues. */
const MAX_WINDOWS = 12
/** The shortest window, if even that has more payments than a list */
const MAX_LISTS = 50
/** The resolution of gateways' clocks is a second. */
const SECOND = 1_000
/** Names of the cursors of unsettled payments; each has the time when its payment was created. */
const UNSETTLED = "unsettled "
const MAX_UNSETTLED = 20

/** Makes orders or refunds of this shop's payments that its database has lost; returns what is left. */
export async function recoverPayments(shop: Shop, signal?: AbortSignal): Promise<string[]> {
  const waiting = await recoverUnsettled(shop, signal)
  const end = ago(shop, SETTLED_AFTER).getTime()
  let start = await readCursor(shop)
  let window = Math.min(LONGEST_WINDOW, Math.max(MINUTE, end - start))
  for (let windows = 0; start < end && windows < MAX_WINDOWS && !signal?.aborted; windows++) {
    const [from, until] = [new Date(start - OVERLAP), new Date(Math.min(start + window, end))]
    const listed = await shop.payments.paymentsBetween(from, until)
    if (!listed.isComplete && window > MINUTE) {
      window /= 2
      continue
    }
    const payments = listed.isComplete ? listed.payments : await listInParts(shop, from, until)
    const unknown = await withoutUnsettled(shop, await findOwnUnknown(shop, payments))
    const obstacle = unknown.length > 0 ? await findObstacle(shop) : null
    if (obstacle) return [...waiting, `${unknown.length} payments that are not in the database: ${obstacle}`]
    waiting.push(...(await recoverAll(shop, unknown)))
    start = until.getTime()
    await writeMoment(shop, CURSOR, until)
  }
  if (start >= end) await sql`delete from gateway_cursors where starts_with(name, ${FIRST_SEEN})`.execute(shop.db)
  return waiting
}

/** Returns the newest payments of each period. @throws Error if there are too many */
async function listInParts(shop: Shop, from: Date, until: Date): Promise<ListedPayment[]> {
  const found = new Map<string, ListedPayment>()
  let last = until
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const { payments, isComplete } = await shop.payments.paymentsBetween(from, last)
    for (const payment of payments) found.set(payment.id, payment)
    if (isComplete) return [...found.values()]
    const oldest = Math.min(...payments.map(({ createdAt }) => createdAt.getTime()))
    if (oldest >= last.getTime()) break
    last = new Date(oldest)
  }
  throw new Error(`too many payments were made before ${until.toISOString()}`)
}

/**
 * Retries unsettled payments, so that they do not delay later ones. The shop has already watched for another one
 * before.
 */
async function recoverUnsettled(shop: Shop, signal?: AbortSignal): Promise<string[]> {
  const { rows } = await sql<{ name: string; createdAt: Date }>`
    select name, seen_until as "createdAt" from gateway_cursors where starts_with(name, ${UNSETTLED})
    order by random() limit ${MAX_UNSETTLED}`.execute(shop.db)
  const waiting: string[] = []
  for (const { name, createdAt } of rows) {
    if (signal?.aborted) break
    const { payments } = await shop.payments.paymentsBetween(createdAt, new Date(createdAt.getTime() + SECOND))
    const unknown = await findOwnUnknown(
      shop,
      payments.filter(({ id }) => UNSETTLED + id === name),
    )
    const more = await recoverAll(shop, unknown)
    waiting.push(...more)
    if (more.length === 0) await noteSettled(shop, name.slice(UNSETTLED.length))
  }
  return waiting
}

/** The next, overlapping window contains them again. */
async function withoutUnsettled({ db }: Shop, unknown: UnknownPayment[]): Promise<UnknownPayment[]> {
  if (unknown.length === 0) return unknown
  const names = unknown.map(({ id }) => UNSETTLED + id)
  const rows = await db.selectFrom("gateway_cursors").select("name").where("name", "in", names).execute()
  const unsettled = new Set(rows.map(({ name }) => name))
  return unknown.filter(({ id }) => !unsettled.has(UNSETTLED + id))
}

async function recoverAll(shop: Shop, unknown: readonly UnknownPayment[]): Promise<string[]> {
  const waiting: string[] = []
  for (const payment of unknown) {
    const reason = await tryRecover(shop, payment)
    if (reason === null) continue
    waiting.push(`payment ${payment.id}: ${reason}`)
    await writeMoment(shop, UNSETTLED + payment.id, payment.createdAt)
  }
  return waiting
}

/** Returns the reason for a retry. */
async function tryRecover(shop: Shop, payment: UnknownPayment): Promise<string | null> {
  try {
    return (await recoverPayment(shop, payment)) ? null : "it is still being paid"
  } catch (error) {
    shop.log.error({ err: error, intentId: payment.intentId }, "a lost payment must be retried")
    return (error as Error).message
  }
}

async function noteSettled(shop: Shop, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    await tx.db
      .deleteFrom("gateway_cursors")
      .where("name", "=", UNSETTLED + id)
      .execute()
    await autoResolveIncident(tx, "payment-stuck", id)
  })
}

/** Leaves payments of another address alone for good, because this shop may be a copy. */
async function findOwnUnknown(shop: Shop, listed: readonly ListedPayment[]): Promise<UnknownPayment[]> {
  const unknown = await findUnknownPayments(shop, listed)
  const mark = await findShopMark(shop)
  const elsewhere = unknown.find((payment) => payment.shop !== mark)
  if (elsewhere) await report(shop, elsewhere, `were made at ${elsewhere.shop?.split(" ")[1]}, not at this address`)
  return unknown.filter((payment) => payment.shop === mark)
}

/** Returns the reason to wait: another shop, such as the live original of this copy, may own the payments. */
async function findObstacle(shop: Shop): Promise<string | null> {
  const since = await firstSeen(shop)
  if (!since) return "the shop waits 15 minutes to see whether another shop takes them"
  if (since > ago(shop, WATCH)) return `they are looked at from ${new Date(since.getTime() + WATCH).toISOString()}`
  const after = new Date(since.getTime() + CLOCK_TOLERANCE)
  const recent = await shop.payments.paymentsBetween(after, shop.now())
  const [newest] = await findUnknownPayments(shop, recent.payments)
  return newest ? report(shop, newest, "are still being made by another shop with a copy of this database") : null
}

async function report(shop: Shop, { intentId }: UnknownPayment, what: string): Promise<string> {
  await shop.transaction(async (tx) => {
    const open = tx.db.selectFrom("payment_incidents").select("id").where("kind", "=", "payments-of-a-copy")
    if (await open.where("resolved_at", "is", null).executeTakeFirst()) return
    await emit(tx, "payments.of-a-copy", { intentId, what })
  })
  return `they ${what}`
}

/** Starts again once an operator has resolved the obstacle. */
async function firstSeen(shop: Shop): Promise<Date | null> {
  const name = `${FIRST_SEEN} ${await findTimeline(shop.db)}`
  const { rows } = await sql<{ since: Date }>`
    select greatest(seen_until, (
      select max(resolved_at) from payment_incidents where kind = 'payments-of-a-copy')) as since
    from gateway_cursors where name = ${name}`.execute(shop.db)
  if (rows[0]) return rows[0].since
  await writeMoment(shop, name, shop.now())
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

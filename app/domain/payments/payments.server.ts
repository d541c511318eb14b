import { type ExpressionBuilder, sql, type Updateable } from "kysely"
import type { Cents } from "~/domain/money/money"
import { isObjectId } from "~/domain/object-id"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import type { GatewayPayment } from "./gateway"
import type { OnlineMethod } from "./online-methods"
import type { AgreedTerms, Payment, PaymentKind } from "./payment"

const methodsOfPayment = sql<readonly OnlineMethod[] | null>`payments.methods`.as("methods")

export const paymentColumns = [
  "payments.id",
  "payments.user_id as userId",
  "payments.checkout_id as checkoutId",
  "payments.kind",
  "payments.amount",
  "payments.status",
  "payments.gateway_id as gatewayId",
  "payments.intent_id as intentId",
  "payments.cancelling_since as cancellingSince",
  methodsOfPayment,
  "payments.method",
  "payments.processing_since as processingSince",
  "payments.created_at as createdAt",
] as const

export async function findPaymentOfIntent(tx: Tx, intentId: string): Promise<Payment | null> {
  return (await payments(tx).where("intent_id", "=", intentId).executeTakeFirst()) ?? null
}

/** The payment of a checkout, in statements on the table `checkouts` */
export const hasOpenPayment = sql<boolean>`exists (
  select from payments where payments.checkout_id = checkouts.id and payments.status = 'open')`

async function findOpenPayment(shop: Queryable, checkoutId: string): Promise<Payment | null> {
  const open = payments(shop).where("checkout_id", "=", checkoutId).where("status", "=", "open")
  return (await open.executeTakeFirst()) ?? null
}

export async function findPaymentWithoutCheckout(
  tx: Tx,
  { userId, amount, agreedTerms, after }: NewPaymentWithoutCheckout & { after: Date },
): Promise<Payment | null> {
  const payment = await payments(tx)
    .where("user_id", "=", userId)
    .where("checkout_id", "is", null)
    .where("amount", "=", amount)
    .where("agreed_terms", "is not distinct from", jsonOrNull(agreedTerms))
    .where("status", "=", "open")
    .where("created_at", ">", after)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return payment ?? null
}

/** Returns the digests of the terms that were in force when the payment was opened; null if it does not name any. */
export async function findAgreedTerms(tx: Tx, id: string): Promise<AgreedTerms | null> {
  const row = await tx.db.selectFrom("payments").select("agreed_terms").where("id", "=", id).executeTakeFirst()
  return row?.agreed_terms ?? null
}

export async function findPaymentOfGateway(
  shop: Queryable,
  { id, paymentId }: GatewayPayment,
): Promise<Payment | null> {
  const ids = paymentId && isObjectId(paymentId) ? [paymentId] : []
  const found = payments(shop).where((payment) =>
    payment.or([payment("gateway_id", "=", id), ...ids.map((ours) => payment("id", "=", ours))]),
  )
  return (await found.executeTakeFirst()) ?? null
}

const GATEWAY_ID = /^\w{1,255}$/

/** Accepts the shop's id, the gateway's or an intent's; null finds the newest. */
export async function findOwnPayment(shop: Queryable, userId: string, id: string | null): Promise<Payment | null> {
  if (id !== null && !GATEWAY_ID.test(id)) return null
  const own = payments(shop).where("user_id", "=", userId)
  const named = id === null ? own : own.where(isNamed(id))
  return (await named.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst()) ?? null
}

/** Returns the payment of any buyer, whose session this may not be; accepts the same ids. */
export async function findReturnedPayment(shop: Queryable, id: string): Promise<Payment | null> {
  if (!GATEWAY_ID.test(id)) return null
  return (await payments(shop).where(isNamed(id)).executeTakeFirst()) ?? null
}

function isNamed(id: string) {
  const names = isObjectId(id) ? (["id"] as const) : (["gateway_id", "intent_id"] as const)
  return (payment: ExpressionBuilder<Tables, "payments">) => payment.or(names.map((name) => payment(name, "=", id)))
}

/** Locks the payment, always before its checkout. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  return payments(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function parsePayment({ createdAt, cancellingSince, processingSince, ...payment }: JsonPayment): Payment {
  return {
    ...payment,
    createdAt: new Date(createdAt),
    cancellingSince: cancellingSince === null ? null : new Date(cancellingSince),
    processingSince: processingSince === null ? null : new Date(processingSince),
  }
}

export type JsonPayment = Omit<Payment, "createdAt" | "cancellingSince" | "processingSince"> & {
  createdAt: string
  cancellingSince: string | null
  processingSince: string | null
}

function payments({ db }: Queryable) {
  return db.selectFrom("payments").select(paymentColumns)
}

interface NewPaymentWithoutCheckout {
  userId: string
  amount: Cents
  agreedTerms: AgreedTerms | null
}

const jsonOrNull = (terms: AgreedTerms | null) => sql<AgreedTerms | null>`${terms && JSON.stringify(terms)}::jsonb`

export async function insertPaymentWithoutCheckout(
  tx: Tx,
  { userId, amount, agreedTerms }: NewPaymentWithoutCheckout,
): Promise<Payment> {
  const now = tx.now()
  const columns = { user_id: userId, checkout_id: null, kind: "intent", amount, created_at: now } as const
  return tx.db
    .insertInto("payments")
    .values({ id: newObjectId(now), ...columns, agreed_terms: jsonOrNull(agreedTerms) })
    .returning(paymentColumns)
    .executeTakeFirstOrThrow()
}

/**
 * Locks the held checkout in the same statement; returns its open payment if there is one, or null if it is not held.
 */
export async function insertOrFindPayment(
  shop: Queryable,
  checkoutId: string,
  { kind, methods }: { kind: PaymentKind; methods: readonly OnlineMethod[] | null },
): Promise<Payment | null> {
  const now = shop.now()
  const inserted = await shop.db
    .with("held", (db) =>
      db
        .selectFrom("checkouts")
        .select(["id", "user_id", "total_price"])
        .where("id", "=", checkoutId)
        .where("status", "=", "held")
        .forNoKeyUpdate(),
    )
    .insertInto("payments")
    .columns(["id", "user_id", "checkout_id", "amount", "kind", "created_at", "methods"])
    .expression((db) =>
      db
        .selectFrom("held")
        .select(sql<string>`${newObjectId(now)}::text`.as("id"))
        .select(["held.user_id", "held.id as checkout_id", "held.total_price as amount"])
        .select([sql<PaymentKind>`${kind}::text`.as("kind"), sql<Date>`${now}::timestamptz`.as("created_at")])
        .select(sql<string[] | null>`${methods}::text[]`.as("methods")),
    )
    .onConflict((conflict) => conflict.column("checkout_id").where("status", "=", "open").doNothing())
    .returning(paymentColumns)
    .executeTakeFirst()
  return inserted ?? findOpenPayment(shop, checkoutId)
}

export async function insertDuplicatePayment(
  tx: Tx,
  { userId, checkoutId, kind }: Payment,
  { intentId, amount, method }: { intentId: string; amount: Cents; method: string | null },
): Promise<Payment> {
  const now = tx.now()
  const columns = { method, user_id: userId, checkout_id: checkoutId, kind, amount, created_at: now, closed_at: now }
  return tx.db
    .insertInto("payments")
    .values({ id: newObjectId(now), ...columns, status: "succeeded", intent_id: intentId })
    .returning(paymentColumns)
    .executeTakeFirstOrThrow()
}

interface LostPayment {
  id: string
  userId: string
  checkoutId: string | null
  amount: Cents
  intentId: string
  createdAt: Date
}

/** Records a payment that the database had lost; returns one that is already recorded, or open for its checkout. */
export async function adoptPayment(tx: Tx, lost: LostPayment): Promise<Payment | null> {
  const { id, userId, checkoutId, amount, intentId, createdAt } = lost
  const inserted = await tx.db
    .insertInto("payments")
    .values({
      ...{ id, user_id: userId, checkout_id: checkoutId, kind: "intent", amount },
      ...{ gateway_id: intentId, created_at: createdAt },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(paymentColumns)
    .executeTakeFirst()
  if (inserted) return inserted
  const known = payments(tx).where((row) => row.or([row("id", "=", id), row("gateway_id", "=", intentId)]))
  return (await known.executeTakeFirst()) ?? (checkoutId === null ? null : findOpenPayment(tx, checkoutId))
}

export async function recordGatewayId(shop: Queryable, id: string, gatewayId: string): Promise<boolean> {
  return updateOpen(shop, id, { gateway_id: gatewayId })
}

/** Runs before the gateway cancels, because its webhook event depends on this mark. */
export async function markPaymentCancelling(shop: Queryable, id: string): Promise<void> {
  await updateOpen(shop, id, { cancelling_since: shop.now() })
}

export async function markPaymentCancelled(shop: Queryable, id: string): Promise<void> {
  await updateOpen(shop, id, { status: "cancelled", closed_at: shop.now() })
}

async function updateOpen({ db }: Queryable, id: string, changes: Updateable<Tables["payments"]>): Promise<boolean> {
  const query = db.updateTable("payments").set(changes).where("id", "=", id).where("status", "=", "open")
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** Counts a charge once; returns how many cards were declined for the checkout, over all its payments. */
export async function addDecline(
  { db }: Queryable,
  { id, checkoutId }: Payment,
  charge?: string,
): Promise<{ declines: number; isNew: boolean }> {
  const added = await db
    .updateTable("payments")
    .set((payment) => ({ declines: payment("declines", "+", 1) }))
    .$if(charge !== undefined, (payment) =>
      payment
        .set({ declined_charges: sql<string[]>`array_append(declined_charges, ${charge})` })
        .where(sql<boolean>`${charge} <> all(declined_charges)`),
    )
    .where("id", "=", id)
    .executeTakeFirst()
  const { rows } = await sql<{ declines: number }>`
    select coalesce(sum(declines), 0)::integer as declines from payments where checkout_id = ${checkoutId}`.execute(db)
  return { declines: rows[0]?.declines ?? 0, isNew: added.numUpdatedRows > 0n }
}

/** Returns whether it is open, and was not known to be processing. */
export async function markPaymentProcessing(tx: Tx, id: string, method: string | null): Promise<boolean> {
  const marked = await tx.db
    .updateTable("payments")
    .set((payment) => ({ processing_since: tx.now(), method: payment.fn.coalesce(payment.val(method), "method") }))
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("processing_since", "is", null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export async function markPaymentSucceeded(
  tx: Tx,
  id: string,
  { intentId, method }: { intentId: string; method: string | null },
): Promise<void> {
  await tx.db
    .updateTable("payments")
    .set({ status: "succeeded", intent_id: intentId, method, closed_at: tx.now() })
    .where("id", "=", id)
    .execute()
}

export async function assignCheckout(tx: Tx, id: string, checkoutId: string): Promise<void> {
  await tx.db.updateTable("payments").set({ checkout_id: checkoutId }).where("id", "=", id).execute()
}

/** Written before the poll, so that an unresponsive payment does not block the others. */
export async function markPaymentPolled(shop: Shop, id: string): Promise<void> {
  await shop.db.updateTable("payments").set({ last_polled_at: shop.now() }).where("id", "=", id).execute()
}

/** Locks payments, always before their checkouts. */
export async function lockPaymentsOf(tx: Tx, users: string[]): Promise<void> {
  const payments = tx.db.selectFrom("payments").select("id").where("user_id", "in", users)
  await payments.orderBy("id").forNoKeyUpdate().execute()
}

/** Moves the payments of checkouts, and their incidents, to another account. */
export async function reassignPayments(tx: Tx, checkouts: string[], userId: string): Promise<void> {
  if (checkouts.length === 0) return
  for (const table of ["payments", "payment_incidents"] as const)
    await tx.db.updateTable(table).set({ user_id: userId }).where("checkout_id", "in", checkouts).execute()
}

import type { Selectable } from "kysely"
import type { PaymentsTable } from "~db/schema"
import type { Cents } from "../money"
import { isObjectId } from "../object-id"
import { newObjectId } from "../object-id.server"
import type { Books } from "../shop"
import type { GatewayPayment } from "./gateway"
import type { Payment, PaymentKind } from "./payment"

interface PaymentFacts {
  userId: string
  checkoutId: string | null
  kind: PaymentKind
  amount: Cents
}

/** Writes down a payment before the gateway hears of it; a checkout that has an open one already keeps that. */
export async function addPayment(books: Books, { userId, checkoutId, kind, amount }: PaymentFacts): Promise<string> {
  const id = newObjectId(books.now())
  await books.db
    .insertInto("payments")
    .values({ id, user_id: userId, checkout_id: checkoutId, kind, amount, created_at: books.now() })
    .onConflict((conflict) => conflict.column("checkout_id").where("status", "=", "open").doNothing())
    .execute()
  return id
}

/** Writes down money that came for a payment that had been paid already. */
export async function addStrayPayment(
  books: Books,
  { userId, checkoutId, kind }: Payment,
  { intentId, amount }: { intentId: string; amount: Cents },
): Promise<string> {
  const id = newObjectId(books.now())
  const now = books.now()
  const facts = { user_id: userId, checkout_id: checkoutId, kind, amount, created_at: now, closed_at: now }
  await books.db
    .insertInto("payments")
    .values({ id, ...facts, status: "succeeded", intent_id: intentId })
    .execute()
  return id
}

export async function findPaymentOfIntent(books: Books, intentId: string): Promise<Payment | null> {
  const query = books.db.selectFrom("payments").selectAll().where("intent_id", "=", intentId)
  const row = await query.executeTakeFirst()
  return row ? toPayment(row) : null
}

/** The payment that is open for a checkout. */
export async function findOpenPayment(books: Books, checkoutId: string): Promise<Payment | null> {
  const row = await books.db
    .selectFrom("payments")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .where("status", "=", "open")
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Our record of what the gateway speaks of; null for what is not this shop's. */
export async function findPaymentOf(books: Books, told: GatewayPayment): Promise<Payment | null> {
  const row = await books.db
    .selectFrom("payments")
    .selectAll()
    .where((payment) =>
      payment.or([
        payment("gateway_id", "=", told.id),
        ...(told.paymentId && isObjectId(told.paymentId) ? [payment("id", "=", told.paymentId)] : []),
      ]),
    )
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** A member's own payment, found by our id or the gateway's; without either their newest. */
export async function findPaymentOfMember(
  books: Books,
  userId: string,
  by: { id: string } | { gatewayId: string } | null,
): Promise<Payment | null> {
  let query = books.db.selectFrom("payments").selectAll().where("user_id", "=", userId)
  if (by && "id" in by) query = query.where("id", "=", by.id)
  if (by && "gatewayId" in by) query = query.where("gateway_id", "=", by.gatewayId)
  const row = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Takes the row lock under which a payment becomes an order or a refund: always before the checkout's. */
export async function lockPayment(books: Books, id: string): Promise<Payment> {
  const query = books.db.selectFrom("payments").selectAll().where("id", "=", id).forNoKeyUpdate()
  return toPayment(await query.executeTakeFirstOrThrow())
}

/** Keeps what the gateway calls a payment; false when the payment was closed meanwhile. */
export async function recordAnswer(books: Books, id: string, gatewayId: string): Promise<boolean> {
  const result = await books.db
    .updateTable("payments")
    .set({ gateway_id: gatewayId })
    .where("id", "=", id)
    .where("status", "=", "open")
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The payment can be paid no more. */
export async function closePayment(books: Books, id: string): Promise<void> {
  await books.db
    .updateTable("payments")
    .set({ status: "closed", closed_at: books.now() })
    .where("id", "=", id)
    .where("status", "=", "open")
    .execute()
}

/** The money came by this intent. A payment that was believed closed is not any more. */
export async function succeedPayment(books: Books, id: string, intentId: string): Promise<void> {
  await books.db
    .updateTable("payments")
    .set({ status: "succeeded", intent_id: intentId, closed_at: books.now() })
    .where("id", "=", id)
    .execute()
}

export function toPayment(row: Selectable<PaymentsTable>): Payment {
  return {
    id: row.id,
    userId: row.user_id,
    checkoutId: row.checkout_id,
    kind: row.kind,
    amount: row.amount,
    status: row.status,
    gatewayId: row.gateway_id,
    intentId: row.intent_id,
    createdAt: row.created_at,
  }
}

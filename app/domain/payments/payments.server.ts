import type { Cents } from "~/domain/money/money"
import { isObjectId } from "../object-id"
import type { Queryable, Tx } from "../shop"
import type { GatewayPayment } from "./gateway"
import type { Payment } from "./payment"

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
  "payments.created_at as createdAt",
] as const

export async function findPaymentOfIntent(tx: Tx, intentId: string): Promise<Payment | null> {
  return (await payments(tx).where("intent_id", "=", intentId).executeTakeFirst()) ?? null
}

export async function findOpenPayment(shop: Queryable, checkoutId: string): Promise<Payment | null> {
  const open = payments(shop).where("checkout_id", "=", checkoutId).where("status", "=", "open")
  return (await open.executeTakeFirst()) ?? null
}

export async function findPaymentWithoutCheckout(
  tx: Tx,
  { userId, amount, after }: { userId: string; amount: Cents; after: Date },
): Promise<Payment | null> {
  const payment = await payments(tx)
    .where("user_id", "=", userId)
    .where("checkout_id", "is", null)
    .where("amount", "=", amount)
    .where("status", "=", "open")
    .where("created_at", ">", after)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return payment ?? null
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
  const names = isObjectId(id ?? "") ? (["id"] as const) : (["gateway_id", "intent_id"] as const)
  const named = id === null ? own : own.where((payment) => payment.or(names.map((name) => payment(name, "=", id))))
  return (await named.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst()) ?? null
}

/** Locks the payment, always before its checkout. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  return payments(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function parsePayment({ createdAt, cancellingSince, ...payment }: JsonPayment): Payment {
  return {
    ...payment,
    createdAt: new Date(createdAt),
    cancellingSince: cancellingSince === null ? null : new Date(cancellingSince),
  }
}

export type JsonPayment = Omit<Payment, "createdAt" | "cancellingSince"> & {
  createdAt: string
  cancellingSince: string | null
}

function payments({ db }: Queryable) {
  return db.selectFrom("payments").select(paymentColumns)
}

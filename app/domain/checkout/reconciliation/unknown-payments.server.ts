import { sql } from "kysely"
import { isObjectId } from "~/domain/object-id"
import type { ListedPayment } from "~/domain/payments/gateway"
import { findShopIdentity } from "~/domain/payments/shop-mark.server"
import type { Shop } from "~/domain/shop"

export type UnknownPayment = ListedPayment & { intentId: string }

/** Returns the payments with this database's identity that it has no record of, except cancelled ones. */
export async function findUnknownPayments(shop: Shop, listed: readonly ListedPayment[]): Promise<UnknownPayment[]> {
  const { id } = await findShopIdentity(shop)
  const own = listed.filter((payment): payment is UnknownPayment => {
    return payment.intentId !== null && payment.status !== "canceled" && payment.shop?.split(" ")[0] === id
  })
  if (own.length === 0) return []
  const ids = own.flatMap(({ paymentId }) => (paymentId && isObjectId(paymentId) ? [paymentId] : []))
  const intents = own.map(({ intentId }) => intentId)
  const { rows } = await sql<{ id: string }>`
    select id from payments where id = any(${ids})
    union all select gateway_id from payments where gateway_id = any(${intents})
    union all select intent_id from payments where intent_id = any(${intents})
    union all select payment_intent_id from payment_incidents
      where kind = 'payment-found' and payment_intent_id = any(${intents})`.execute(shop.db)
  const known = new Set(rows.map((row) => row.id))
  return own.filter(({ intentId, paymentId }) => !known.has(intentId) && !known.has(paymentId ?? ""))
}

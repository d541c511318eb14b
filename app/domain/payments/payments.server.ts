import type { Selectable } from "kysely"
import type { PaymentsTable } from "~db/schema"
import type { Cents } from "../money"
import { isObjectId } from "../object-id"
import type { Queryable, Tx } from "../shop"
import type { GatewayPayment } from "./gateway"
import type { Payment } from "./payment"

export async function findPaymentOfIntent(tx: Tx, intentId: string): Promise<Payment | null> {
  const query = tx.db.selectFrom("payments").selectAll().where("intent_id", "=", intentId)
  const row = await query.executeTakeFirst()
  return row ? toPayment(row) : null
}

/** The payment that is open for a checkout. */
export async function findOpenPayment(shop: Queryable, checkoutId: string): Promise<Payment | null> {
  const row = await shop.db
    .selectFrom("payments")
    .selectAll()
    .where("checkout_id", "=", checkoutId)
    .where("status", "=", "open")
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** The member's newest open payment of this amount that belongs to nothing yet, if it was opened after that moment. */
export async function findPaymentWithoutCheckout(
  tx: Tx,
  { userId, amount, after }: { userId: string; amount: Cents; after: Date },
): Promise<Payment | null> {
  const row = await tx.db
    .selectFrom("payments")
    .selectAll()
    .where("user_id", "=", userId)
    .where("checkout_id", "is", null)
    .where("amount", "=", amount)
    .where("status", "=", "open")
    .where("created_at", ">", after)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Our record of what the gateway speaks of; null for what is not this shop's. */
export async function findPaymentOfGateway(shop: Queryable, gatewayPayment: GatewayPayment): Promise<Payment | null> {
  const row = await shop.db
    .selectFrom("payments")
    .selectAll()
    .where((payment) =>
      payment.or([
        payment("gateway_id", "=", gatewayPayment.id),
        ...(gatewayPayment.paymentId && isObjectId(gatewayPayment.paymentId)
          ? [payment("id", "=", gatewayPayment.paymentId)]
          : []),
      ]),
    )
    .executeTakeFirst()
  return row ? toPayment(row) : null
}

/** A member's own payment, found by our id or the gateway's; without either their newest. */
export async function findOwnPayment(
  shop: Queryable,
  userId: string,
  by: { id: string } | { gatewayId: string } | null,
): Promise<Payment | null> {
  let query = shop.db.selectFrom("payments").selectAll().where("user_id", "=", userId)
  if (by && "id" in by) query = query.where("id", "=", by.id)
  if (by && "gatewayId" in by) query = query.where("gateway_id", "=", by.gatewayId)
  const row = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Takes the row lock under which a payment becomes an order or a refund: always before the checkout's. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  const query = tx.db.selectFrom("payments").selectAll().where("id", "=", id).forNoKeyUpdate()
  return toPayment(await query.executeTakeFirstOrThrow())
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
    cancellingSince: row.ending_at,
    createdAt: row.created_at,
  }
}

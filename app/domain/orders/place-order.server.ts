import type { Selectable } from "kysely"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import { transferDueAt } from "~/domain/settings/payment-methods.server"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import { agreementRow, toAgreement } from "./agreement-columns.server"

/** The caller holds the checkout's lock and closes it. */
interface PlacedCheckout {
  checkout: Selectable<Tables["checkouts"]> & { lines: Omit<Selectable<Tables["checkout_lines"]>, "checkout_id">[] }
  customer: { name: string; email: string; isGuest: boolean }
  intentId: string
}

export async function placeOrder(tx: Tx, { checkout, customer, intentId }: PlacedCheckout): Promise<string> {
  const now = tx.now()
  const id = newObjectId(now)
  const lines = checkout.lines.map(({ adjustments, taxes, ...line }) => ({
    ...line,
    id: newObjectId(now),
    order_id: id,
    adjustments: JSON.stringify(adjustments),
    taxes: JSON.stringify(taxes),
  }))
  const order = await tx.db
    .with("lines", (db) => db.insertInto("order_lines").values(lines))
    .insertInto("orders")
    .values({
      id,
      user_id: checkout.user_id,
      user_name: customer.name,
      user_email: customer.email,
      checkout_id: checkout.id,
      payment_intent_id: intentId,
      payment_status: checkout.payment_method === "online" ? "succeeded" : "awaiting",
      payment_method: checkout.payment_method,
      payment_due_at: checkout.payment_method === "transfer" ? transferDueAt(tx) : null,
      shipping_info: JSON.stringify(checkout.shipping_info),
      currency: checkout.currency,
      ...agreementRow(toAgreement(checkout)),
      agreed_text_digest: checkout.agreed_text_digest,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(tx, "order.placed", { order, lines: checkout.lines, isGuest: customer.isGuest })
  return id
}

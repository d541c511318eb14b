import type { Selectable } from "kysely"
import { emitSoldOut } from "~/domain/inventory/out-of-stock.server"
import type { CheckoutsTable } from "~db/schema"
import { emit } from "../events/emit.server"
import { newObjectId } from "../object-id.server"
import type { Tx } from "../shop"
import { toTotals, totalColumns } from "../totals-column.server"

/**
 * Writes the order of a paid checkout: its lines, prices and address, under the payment intent that paid it. The caller
 * holds the checkout's lock and closes it.
 */
export async function placeOrder(tx: Tx, checkout: Selectable<CheckoutsTable>, intentId: string): Promise<string> {
  const now = tx.now()
  const id = newObjectId(now)
  const user = await tx.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", checkout.user_id)
    .executeTakeFirstOrThrow()
  const order = await tx.db
    .insertInto("orders")
    .values({
      id,
      user_id: checkout.user_id,
      user_name: user.name,
      user_email: user.email,
      checkout_id: checkout.id,
      payment_intent_id: intentId,
      payment_status: "succeeded",
      shipping_info: JSON.stringify(checkout.shipping_info),
      currency: checkout.currency,
      ...totalColumns(toTotals(checkout)),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = await copyLines(tx, checkout.id, id)
  await emit(tx, "order.placed", { order, lines })
  await emitSoldOut(
    tx,
    lines.map((line) => line.product_id),
    checkout.id,
  )
  return id
}

async function copyLines(tx: Tx, checkoutId: string, orderId: string) {
  const lines = await tx.db
    .selectFrom("checkout_lines")
    .select(["position", "product_id", "name", "price", "quantity", "picture_id"])
    .select(["adjustments", "taxes"])
    .where("checkout_id", "=", checkoutId)
    .execute()
  await tx.db
    .insertInto("order_lines")
    .values(
      lines.map(({ adjustments, taxes, ...line }) => ({
        ...line,
        id: newObjectId(tx.now()),
        order_id: orderId,
        adjustments: JSON.stringify(adjustments),
        taxes: JSON.stringify(taxes),
      })),
    )
    .execute()
  return lines
}

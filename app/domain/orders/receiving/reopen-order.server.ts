import { takeUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import { emitSoldOut } from "~/domain/inventory/out-of-stock.server"
import { sellStock } from "~/domain/inventory/stock.server"
import { transferDueAt } from "~/domain/settings/payment-methods.server"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { lockSale } from "../cancellation/sale.server"
import { readMissing } from "./received-payments.server"

/**
 * Reopens a cancelled order that was never paid, for a payment that came late. Locks the order, then its discounts and
 * variants.
 * @throws ShopError `conflict` if it is not such an order, if its customer's account is deleted, or if units or uses of its
 * discounts are gone
 */
export async function reopenUnpaidOrder(tx: Tx, { orderId, actor }: { orderId: string; actor: Actor }): Promise<void> {
  const { order, lines } = await lockSale(tx, orderId)
  if (order.status !== "Cancelled" || order.payment_status !== "awaiting")
    throw conflict("Only a cancelled order that was not paid can be reopened")
  const customer = tx.db.selectFrom("users").select("erased_at").where("id", "=", order.user_id)
  if ((await customer.executeTakeFirst())?.erased_at)
    throw conflict("The customer's account is deleted: pay the money back instead")
  if (order.refunded_amount > 0) throw conflict("This order has been refunded in part: it cannot be reopened")
  if (lines.some(({ writtenOffQuantity }) => writtenOffQuantity > 0))
    throw conflict("Units of this order were written off: it cannot be reopened")
  const withdrawn = tx.db.selectFrom("returns").select("id").where("order_id", "=", orderId)
  if (await withdrawn.where("status", "=", "refunded").executeTakeFirst())
    throw conflict("The customer has withdrawn from this order: it cannot be reopened")
  if (order.checkout_id !== null) {
    const user = { id: order.user_id, email: order.user_email }
    await takeUses(tx, { checkoutId: order.checkout_id, user, discounts: order.discounts })
  }
  const taken = lines.map(({ variantId, returnedQuantity: quantity }) => ({ variantId, quantity }))
  await sellStock(tx, { orderId, lines: taken.filter(({ quantity }) => quantity > 0) })
  await tx.db.updateTable("order_lines").set({ returned_quantity: 0 }).where("order_id", "=", orderId).execute()
  const reopened = {
    status: "Processing" as const,
    cancelled_at: null,
    cancellation_reason: null,
    payment_due_at: order.payment_method === "transfer" ? transferDueAt(tx) : null,
    payment_reminded_at: null,
  }
  await tx.db.updateTable("orders").set(reopened).where("id", "=", orderId).execute()
  await emit(tx, "order.reopened", {
    actor,
    id: orderId,
    order: { ...order, ...reopened },
    missing: await readMissing(tx, order),
    before: { status: order.status },
    after: { status: reopened.status },
  })
  await emitSoldOut(
    tx,
    lines.map(({ variantId }) => variantId),
  )
}

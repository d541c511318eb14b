import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { Events } from "~/domain/events/event"
import type { Tx } from "~/domain/shop"
import { type GivenBack, giveBack } from "./give-back.server"
import { countRestocked, planCancellation } from "./refund-plan.server"
import type { Sale } from "./sale.server"

interface Cancellation extends Pick<Events["order.cancelled"], "by" | "actor" | "reason"> {
  /** Whether outstanding units return to stock; otherwise they are written off. */
  restock: boolean
}

/** Cancels the order and refunds the rest of it; `completeRefund` sends the money after the transaction. */
export async function cancelSale(tx: Tx, sale: Sale, { by, actor, restock, reason }: Cancellation): Promise<GivenBack> {
  const { order, lines, isGuest } = sale
  const plan = planCancellation(sale, restock)
  await tx.db
    .updateTable("orders")
    .set({ status: "Cancelled", cancelled_at: tx.now(), cancellation_reason: reason ?? null })
    .where("id", "=", order.id)
    .execute()
  await releaseUses(tx, { checkoutId: order.checkout_id, discounts: order.discounts })
  const given = await giveBack(tx, sale, plan, { reason: reason ?? "Cancelled by the customer", by: actor })
  const amount = by === "refund" ? order.total_price : plan.amount
  const about = { order, lines, isGuest, by, actor, amount, reason }
  await emit(tx, "order.cancelled", { ...about, restocked: countRestocked(plan.units) })
  return given
}

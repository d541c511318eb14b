import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import type { Events } from "~/domain/events/event"
import type { Cents } from "~/domain/money/money"
import type { Tx } from "~/domain/shop"
import { leftToRefund } from "../lock-order.server"
import { type GivenBack, giveBack } from "./give-back.server"
import { amountHeld } from "./offline-money"
import { countRestocked, planCancellation } from "./refund-plan.server"
import type { Sale } from "./sale.server"

interface Cancellation extends Pick<Events["order.cancelled"], "by" | "actor" | "reason"> {
  /** Whether outstanding units return to stock; otherwise they are written off. */
  restock: boolean
}

/**
 * Returns what a cancellation refunds: the rest of a sale, and only the money of an order that was neither paid nor
 * shipped, which has no invoice that a refund would correct.
 */
export function amountOfCancellation({ order, money }: Pick<Sale, "order" | "money">): Cents {
  return money !== null && isUnsold(order) ? amountHeld(order.total_price, money) : leftToRefund(order)
}

const reasons: Record<Events["order.cancelled"]["by"], string> = {
  ...{ customer: "Cancelled by the customer", shop: "Cancelled by the shop" },
  ...{ refund: "Refunded in full", unpaid: "Not paid in full in time" },
}

const isUnsold = ({ payment_method, sold_at }: Sale["order"]) => payment_method !== "online" && sold_at === null

/** Cancels the order and refunds the rest of it; `completeRefund` sends the money after the transaction. */
export async function cancelSale(tx: Tx, sale: Sale, { by, actor, restock, reason }: Cancellation): Promise<GivenBack> {
  const { lines, isGuest, money } = sale
  const order = { ...sale.order, cancelled_at: tx.now() }
  const amounts = { amount: amountOfCancellation(sale), isOfPayments: isUnsold(order) }
  const plan = { ...planCancellation(sale, restock), ...amounts }
  await tx.db
    .updateTable("orders")
    .set({ status: "Cancelled", cancelled_at: order.cancelled_at, cancellation_reason: reason ?? null })
    .where("id", "=", order.id)
    .execute()
  await releaseUses(tx, { checkoutId: order.checkout_id, discounts: order.discounts })
  const given = await giveBack(tx, sale, plan, { reason: reason ?? reasons[by], by: actor })
  const earlier = { amount: order.total_price, paidBack: money?.paidBack ?? order.total_price }
  const { amount, paidBack } = by === "refund" ? earlier : given
  const about = { order, lines, isGuest, by, actor, amount, paidBack, reason }
  await emit(tx, "order.cancelled", { ...about, restocked: countRestocked(plan.units) })
  return given
}

import { emit } from "~/domain/events/emit.server"
import { sendRefund } from "~/domain/refunds/process-refund.server"
import type { Refund } from "~/domain/refunds/refunds.server"
import type { Shop, Tx } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { cancelIfRefunded } from "./cancel-refunded-orders.server"
import type { GivenBack } from "./give-back.server"
import { lockSale, readSale } from "./sale.server"

/**
 * Sends the money of a refund by the gateway, and then cancels the order or tells its customer. If the process dies before that, reconciliation
 * sends the money and cancels the order, and a job tells the customer.
 * @param refusal a sentence for staff if the gateway refuses; without it, an incident is enough
 */
export async function completeRefund(
  shop: Shop,
  { orderId, refunds, by, next }: GivenBack,
  refusal?: (failure: string) => string,
): Promise<void> {
  const follow = async (tx: Tx, sent: readonly Refund[], isLocked: boolean): Promise<void> => {
    if (next === "report") for (const refund of sent) await report(tx, refund)
    if (next !== "cancel") return
    const sale = await (isLocked ? readSale : lockSale)(tx, orderId, { evenDeleted: true })
    await cancelIfRefunded(tx, sale, by)
  }
  const ofGateway = refunds.find(({ payout }) => payout === null)
  if (next === "nothing" && !ofGateway) return
  if (refunds.length === 0 && next !== "cancel") return
  if (!ofGateway) return shop.transaction((tx) => follow(tx, refunds, false))
  const failure = await sendRefund(shop, ofGateway, (tx, sent, isLocked) => follow(tx, [sent], isLocked))
  if (failure !== null && refusal) throw new ShopError("payment", refusal(failure))
}

/** Safe to repeat: each refund has one e-mail. */
export async function reportRefund(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const refund = await tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (refund && refund.status !== "failed") await report(tx, refund)
  })
}

async function report(tx: Tx, refund: Refund): Promise<void> {
  if (refund.order_id === null) return
  const { order, isGuest } = await readSale(tx, refund.order_id, { evenDeleted: true })
  await emit(tx, "order.refunded", { order, isGuest, refund })
}

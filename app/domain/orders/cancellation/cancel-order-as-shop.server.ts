import type { Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import { tryProcessRefund } from "~/domain/refunds/process-refund.server"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import { lockOrder } from "../lock-order.server"
import { assertCancellable, cancelAndRefund } from "./cancellation.server"
import { assertWithinLimits, endRefundRequests } from "./refund-requests.server"

interface CancelRequest {
  reason: string
  restock: boolean
  /** The amount refunded when the form was opened. */
  expectedRefunded?: Cents
}

/** Returns what a cancellation pays back, and nothing for an order that does not exist. */
export async function amountOfCancellation(shop: Shop, _staff: Staff<"orders.cancel">, id: string): Promise<Cents> {
  const order = await shop.db
    .selectFrom("orders")
    .select(["total_price", "refunded_amount"])
    .where("id", "=", id)
    .executeTakeFirst()
  return order ? order.total_price - order.refunded_amount : 0
}

/** Throws `payment` if the order is cancelled but the gateway refuses the refund. */
export async function cancelOrderAsShop(
  shop: Shop,
  staff: Staff<"orders.cancel">,
  id: string,
  { reason, restock, expectedRefunded }: CancelRequest,
): Promise<Cents> {
  const { refundId, amount } = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    assertCancellable(order)
    if (expectedRefunded !== undefined && expectedRefunded !== order.refunded_amount) {
      throw conflict("This order has been refunded in the meantime: please check what is left, and cancel again")
    }
    await assertWithinLimits(tx, staff, order, order.total_price - order.refunded_amount)
    await endRefundRequests(tx, [id])
    return cancelAndRefund(tx, order, { by: "shop", actor: staff, restock, reason })
  })
  const failure = refundId === null ? null : await tryProcessRefund(shop, refundId)
  if (failure !== null) {
    const refused = `the payment service refused to refund ${formatAmount(shop, amount)}: ${failure}`
    throw new ShopError("payment", `The order is cancelled, but ${refused}. Please refund it again.`)
  }
  return amount
}

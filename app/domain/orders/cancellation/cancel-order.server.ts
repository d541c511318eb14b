import type { Buyer, Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money/money"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { LockedOrder } from "../lock-order.server"
import { statusRules } from "../order-status"
import { amountOfCancellation, cancelSale } from "./cancel-sale.server"
import { completeRefund } from "./complete-refund.server"
import { assertMayRefund, endRefundRequestsOf } from "./refund-requests.server"
import { lockSale } from "./sale.server"

export async function cancelOrder(shop: Shop, buyer: Buyer, id: string): Promise<void> {
  const given = await shop.transaction(async (tx) => {
    const sale = await lockSale(tx, id)
    if (sale.order.user_id !== buyer.id) throw notFound("No order found")
    assertCancellable(sale.order)
    return cancelSale(tx, sale, { by: "customer", actor: buyer, restock: true })
  })
  await completeRefund(shop, given)
}

interface CancelRequest {
  reason: string
  restock: boolean
  /** The amount refunded when the form was opened. */
  snapshot?: Cents
}

/** Returns the amount that is paid back. Throws `payment` if the order is cancelled but the gateway refuses the refund. */
export async function cancelOrderAsShop(
  shop: Shop,
  staff: Staff<"orders.cancel">,
  id: string,
  { reason, restock, snapshot }: CancelRequest,
): Promise<Cents> {
  const given = await shop.transaction(async (tx) => {
    const sale = await lockSale(tx, id)
    const { order } = sale
    assertCancellable(order)
    if (snapshot !== undefined && snapshot !== order.refunded_amount)
      throw conflict("This order has since been refunded: please check the remaining amount, and cancel again")
    await assertMayRefund(tx, staff, order, amountOfCancellation(sale))
    await endRefundRequestsOf(tx, sale)
    return cancelSale(tx, sale, { by: "shop", actor: staff, restock, reason })
  })
  await completeRefund(shop, given, (failure) => {
    const refused = `the payment service refused to refund ${formatAmount(shop, given.amount)}: ${failure}`
    return `The order is cancelled, but ${refused}. Please refund it again.`
  })
  return given.paidBack
}

function assertCancellable({ status }: Pick<LockedOrder, "status">): void {
  const { cancelRefusal } = statusRules[status]
  if (cancelRefusal !== null) throw conflict(cancelRefusal)
}

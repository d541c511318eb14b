import type { Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money"
import type { Shop } from "~/domain/shop"
import { lockOrder } from "../lock-order.server"
import { LARGE_REFUND } from "../order"
import { amountOfRefund, type RefundRequest, refundOrder } from "./refund-order.server"

type RefundAttempt = { amountToConfirm: Cents } | { refunded: Cents }

/**
 * Refunds an order; a large refund has to be confirmed first.
 * @param confirmed the amount that the administrator has confirmed
 * @throws ShopError what `refundOrder` throws
 */
export async function refundWithConfirmation(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
  confirmed: Cents | undefined,
): Promise<RefundAttempt> {
  const amount = await quoteRefund(shop, staff, id, request)
  if (amount > LARGE_REFUND && confirmed !== amount) return { amountToConfirm: amount }
  return { refunded: await refundOrder(shop, staff, id, request) }
}

/** @throws ShopError what `refundOrder` would throw before it asks the gateway */
export async function quoteRefund(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  return shop.transaction(async (tx) => amountOfRefund(tx, await lockOrder(tx, id), request))
}

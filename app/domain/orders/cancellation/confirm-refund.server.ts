import type { Staff } from "~/domain/accounts/actor"
import type { Cents } from "~/domain/money"
import type { Shop } from "~/domain/shop"
import { lockOrder } from "../lock-order.server"
import { LARGE_REFUND } from "../order"
import { amountOfRefund, type RefundRequest, refundOrder } from "./refund-order.server"

type RefundAttempt = { amountToConfirm: Cents } | { refunded: Cents }

/** Returns the amount to confirm, instead of a refund, if it exceeds `LARGE_REFUND`. */
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

export async function quoteRefund(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  return shop.transaction(async (tx) => amountOfRefund(tx, await lockOrder(tx, id), request))
}

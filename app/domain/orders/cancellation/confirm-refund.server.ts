import type { Staff } from "~/domain/accounts/actor"
import { isLargeRefund } from "~/domain/money/currency"
import type { Cents } from "~/domain/money/money"
import type { Shop } from "~/domain/shop"
import { lockOrder } from "../lock-order.server"
import { amountOfRefund, refundOrder } from "./refund-order.server"
import { BeyondRefundLimit, type RefundRequest, requestConfirmation } from "./refund-requests.server"

type RefundAttempt = { amountToConfirm: Cents } | { refunded: Cents } | { waiting: Cents }

/** Returns the amount to confirm, if it is large, or what waits as a request. */
export async function refundWithConfirmation(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
  confirmed: Cents | undefined,
): Promise<RefundAttempt> {
  const amount = await quoteRefund(shop, staff, id, request)
  if (isLargeRefund(amount, shop.settings.current.pricing.currency) && confirmed !== amount)
    return { amountToConfirm: amount }
  try {
    return { refunded: await refundOrder(shop, staff, id, request) }
  } catch (error) {
    if (!(error instanceof BeyondRefundLimit)) throw error
    await requestConfirmation(shop, staff, id, { request, amount: error.amount })
    return { waiting: error.amount }
  }
}

export async function quoteRefund(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  return shop.transaction(async (tx) => amountOfRefund(tx, await lockOrder(tx, id), request))
}

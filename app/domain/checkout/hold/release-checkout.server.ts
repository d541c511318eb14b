import type { Checkout } from "~/domain/checkout/checkout"
import { type ReleaseResult, releaseHeldUnits } from "~/domain/checkout/locked-checkout.server"
import { cancelPayment } from "~/domain/checkout/payment/open-payment.server"
import { finishTrackedPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { findOpenPayment } from "~/domain/payments/payments.server"
import type { Shop } from "~/domain/shop"

/** Cancels the payment first, so that released units cannot be paid for. */
export async function releaseCheckout(shop: Shop, { id }: Pick<Checkout, "id">): Promise<ReleaseResult> {
  const open = await findOpenPayment(shop, id)
  const payment = open && (await cancelPayment(shop, open))
  if (payment?.status === "succeeded") {
    await finishTrackedPayment(shop, payment)
    return "paid"
  }
  if (payment) return "pending"
  return shop.transaction((tx) => releaseHeldUnits(tx, id))
}

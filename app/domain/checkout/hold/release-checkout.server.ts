import type { Checkout } from "~/domain/checkout/checkout"
import { type ReleaseResult, releaseHeldUnits } from "~/domain/checkout/locked-checkout.server"
import { cancelPayment } from "~/domain/checkout/payment/open-payment.server"
import { finishTrackedPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { findOpenPayment } from "~/domain/payments/payments.server"
import type { Shop } from "~/domain/shop"

/** Cancels the payment first, so that released units cannot be paid for. */
export async function releaseCheckout(shop: Shop, checkout: Pick<Checkout, "id">): Promise<ReleaseResult> {
  return (await endOpenPayment(shop, checkout)) ?? shop.transaction((tx) => releaseHeldUnits(tx, checkout.id))
}

/** Returns null once no payment of the checkout is open. */
export async function endOpenPayment(shop: Shop, { id }: Pick<Checkout, "id">): Promise<"paid" | "pending" | null> {
  const open = await findOpenPayment(shop, id)
  const payment = open && (await cancelPayment(shop, open))
  if (payment?.status !== "succeeded") return payment && "pending"
  await finishTrackedPayment(shop, payment)
  return "paid"
}

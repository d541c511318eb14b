import type { Checkout } from "~/domain/checkout/checkout"
import { type ReleaseResult, releaseHeldUnits } from "~/domain/checkout/checkouts.server"
import { cancelPayment } from "~/domain/checkout/payment/cancel-payment.server"
import { finishGatewayPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { findOpenPayment } from "~/domain/payments/payments.server"
import type { Shop } from "~/domain/shop"

/** Cancels the payment first, so that released units cannot be paid for. */
export async function releaseCheckout(shop: Shop, { id }: Pick<Checkout, "id">): Promise<ReleaseResult> {
  const open = await findOpenPayment(shop, id)
  const gatewayPayment = open && (await cancelPayment(shop, open))
  if (gatewayPayment?.status === "succeeded") {
    await finishGatewayPayment(shop, gatewayPayment)
    return "paid"
  }
  if (gatewayPayment) return "pending"
  return shop.transaction((tx) => releaseHeldUnits(tx, id))
}

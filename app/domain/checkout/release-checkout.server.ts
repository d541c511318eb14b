import { findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { cancelPayment } from "./cancel-payment.server"
import type { Checkout } from "./checkout"
import { type ReleaseResult, releaseHeldUnits } from "./checkouts.server"
import { finishGatewayPayment } from "./finish-payment.server"

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

import { findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { cancelPayment } from "./cancel-payment.server"
import type { Checkout } from "./checkout"
import { type ReleaseResult, releaseHeldUnits } from "./checkouts.server"
import { finishGatewayPayment } from "./finish-payment.server"

/**
 * Gives a held checkout's units back. Its payment is ended at the gateway first, so that units that are gone cannot
 * be paid for; when the payment was quicker it is finished instead.
 * @throws ShopError `unavailable` when the gateway cannot be asked
 */
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

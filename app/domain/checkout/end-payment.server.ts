import { type GatewayPayment, GatewayRefusal } from "../payments/gateway"
import type { Payment } from "../payments/payment"
import { closePayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { askToOpen } from "./ask-to-open.server"

/**
 * Ends an open payment at the gateway, so that nobody can pay by it any more. Answers null when that is so, else how
 * it stands: paid already, or just being paid.
 * @throws ShopError `unavailable` when the gateway cannot be asked
 */
export async function endPayment(shop: Shop, payment: Payment): Promise<GatewayPayment | null> {
  const gatewayId = payment.gatewayId ?? (await learnId(shop, payment))
  if (gatewayId === null) return null
  const left = await shop.payments.cancel(gatewayId)
  if (left && left.status !== "canceled") return left
  await closePayment(shop, payment.id)
  return null
}

/** The gateway's answer was lost: asked again under the same key, it gives the same. */
async function learnId(shop: Shop, payment: Payment): Promise<string | null> {
  try {
    return (await askToOpen(shop, payment)).id
  } catch (error) {
    if (error instanceof GatewayRefusal) return null
    throw error
  }
}

import { type GatewayPayment, GatewayRefusal } from "../payments/gateway"
import type { Payment } from "../payments/payment"
import { closePayment, recordAnswer } from "../payments/payments.server"
import type { Shop } from "../shop"
import { conflict } from "../shop-error"
import { describePayment } from "./payment-request.server"

/**
 * Asks the gateway to open what is written down. Its answer is kept before anybody learns how to pay with it, so
 * that nothing can be paid that is not known here.
 * @throws ShopError `conflict` when the payment was closed meanwhile
 */
export async function askToOpen(shop: Shop, payment: Payment): Promise<GatewayPayment> {
  const request = await describePayment(shop, payment)
  const { payments } = shop
  const asked = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const answer = await asked.catch(async (error) => {
    // Under the same key the gateway would only say so again.
    if (error instanceof GatewayRefusal) await closePayment(shop, payment.id)
    throw error
  })
  if (await recordAnswer(shop, payment.id, answer.id)) return answer
  throw conflict("The time to pay is over. Please confirm your order again.")
}

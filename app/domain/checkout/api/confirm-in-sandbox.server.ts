import { consumeFrom } from "~/domain/accounts/rate-limit-keys.server"
import type { GatewayPayment } from "~/domain/payments/gateway"
import { paymentLimits } from "~/domain/payments/payment-limits"
import type { Shop } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import type { ConfirmCardJson } from "./api-payment"

/** Confirms a payment as Stripe.js would: the client secret is the only credential. */
export async function confirmInSandbox(
  shop: Shop,
  { client_secret, card, approve }: ConfirmCardJson,
  address: string,
): Promise<GatewayPayment> {
  const { terminal } = shop.payments
  if (!terminal) throw notFound("There is no such endpoint")
  await consumeFrom(shop.limits, address, paymentLimits.cardsFromAddress)
  const payment = await terminal.findBySecret(client_secret)
  if (!payment) throw invalid("This client_secret is not known", "client_secret")
  if (approve !== undefined && payment.status === "requires_action")
    return terminal.resolveApproval(payment.id, approve)
  if (payment.status === "succeeded") return payment
  if (!card) throw invalid("card is missing", "card")
  return terminal.confirm(payment.id, card)
}

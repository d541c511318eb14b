import type { Member } from "../accounts/user"
import { isObjectId } from "../object-id"
import { findPaymentOfMember } from "../payments/payments.server"
import type { Shop } from "../shop"
import { invalid } from "../shop-error"
import { findCheckout } from "./checkouts.server"
import { finishPayment, type PaymentOutcome } from "./finish-payment.server"
import { outcomeOfCheckout } from "./payment-outcome.server"

const PLAIN = /^\w{1,255}$/

/**
 * Finishes what a member has just paid.
 * @param hint our payment's id, or the intent's; null for their newest payment
 * @throws ShopError `invalid` for field `checkout` when they have no such payment
 */
export async function finishReturn(shop: Shop, member: Member, hint: string | null): Promise<PaymentOutcome> {
  const by = hint === null || !PLAIN.test(hint) ? null : isObjectId(hint) ? { id: hint } : { gatewayId: hint }
  const payment = await findPaymentOfMember(shop, member.id, by)
  if (!payment?.checkoutId) throw invalid("Please confirm your order before paying", "checkout")
  const known = await outcomeOfCheckout(shop, await findCheckout(shop, payment.checkoutId))
  if (known || payment.gatewayId === null) return known ?? { kind: "unknown" }
  return finishPayment(shop, payment.gatewayId)
}

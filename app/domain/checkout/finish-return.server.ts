import type { Member } from "../accounts/user"
import { isObjectId } from "../object-id"
import type { Payment } from "../payments/payment"
import { findPaymentOfMember } from "../payments/payments.server"
import type { Shop } from "../shop"
import { invalid } from "../shop-error"
import { findCheckout } from "./checkouts.server"
import { finishPayment, type PaymentOutcome } from "./finish-payment.server"
import { outcomeOfCheckout } from "./payment-outcome.server"

/**
 * Finishes what a member has just paid.
 * @param hint our payment's id, or the intent's; null for their newest payment
 * @throws ShopError `invalid` for field `checkout` when they have no such payment
 */
export async function finishReturn(shop: Shop, member: Member, hint: string | null): Promise<PaymentOutcome> {
  const payment = await findHinted(shop, member, hint)
  if (!payment?.checkoutId) throw invalid("Please confirm your order before paying", "checkout")
  const known = await outcomeOfCheckout(shop, await findCheckout(shop, payment.checkoutId))
  if (known || payment.gatewayId === null) return known ?? { kind: "unknown" }
  return finishPayment(shop, payment.gatewayId)
}

/** No gateway's id has anything but letters, digits and underscores. */
const PLAIN = /^\w{1,255}$/

async function findHinted(shop: Shop, { id }: Member, hint: string | null): Promise<Payment | null> {
  if (hint === null) return findPaymentOfMember(shop, id, null)
  if (!PLAIN.test(hint)) return null
  return findPaymentOfMember(shop, id, isObjectId(hint) ? { id: hint } : { gatewayId: hint })
}

import type { Member } from "../accounts/user"
import type { Checkout } from "./checkout"
import { describeShipping } from "../shipping/shipping.server"
import { conflict } from "../shop-error"
import type { Shop } from "../shop"
import type { BillingDetails, PaymentIntent } from "../payments/gateway"

/**
 * The one payment intent of a held checkout, made at its first use. The id is recorded before anybody learns the
 * client secret, so an intent that could be paid is always known.
 * @throws ShopError `conflict` when the checkout is no longer held, `unavailable` when the gateway cannot be asked
 */
export async function intentOfCheckout(shop: Shop, member: Member, checkout: Checkout): Promise<PaymentIntent> {
  if (checkout.paymentIntentId) {
    const known = await shop.payments.find(checkout.paymentIntentId)
    if (known) return known
  }
  const intent = await shop.payments.create({
    amount: checkout.totals.total,
    checkoutId: checkout.id,
    userId: checkout.userId,
    billing: billingDetails(member, checkout),
  })
  const recorded = await shop.db
    .updateTable("checkouts")
    .set({ payment_intent_id: intent.id })
    .where("id", "=", checkout.id)
    .where("status", "=", "held")
    .where((row) => row.or([row("payment_intent_id", "is", null), row("payment_intent_id", "=", intent.id)]))
    .executeTakeFirst()
  if (recorded.numUpdatedRows === 0n) throw conflict("The time to pay is over. Please confirm your order again.")
  return intent
}

/** The customer's name, address and phone as billing details. */
export function billingDetails(member: Member, { shippingInfo }: Pick<Checkout, "shippingInfo">): BillingDetails {
  return {
    name: member.name,
    email: member.email,
    phone: shippingInfo.phoneNo,
    address: {
      line1: shippingInfo.address,
      city: shippingInfo.city,
      state: describeShipping(shippingInfo).state,
      postalCode: shippingInfo.pinCode,
      country: shippingInfo.country,
    },
  }
}

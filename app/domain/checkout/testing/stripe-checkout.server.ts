import type { Checkout } from "~/domain/checkout/checkout"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"

/** The request that opens a payment. */
export const CREATE = /POST \/v1\/payment_intents$/

/** A shop that is paid with a Stripe that takes at most a second and a half, for the tests of a file. */
export function openStripeCheckoutTest() {
  const here = openStripeTest(openTestShop, { timeout: 1_500 })
  return Object.assign(here, {
    confirmed: (quantity = 2) => startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity }], null),
    intentsOf: (checkout: Checkout) =>
      [...here.stripe.account.intents.values()].filter((intent) => intent.metadata.checkoutId === checkout.id),
    /** Expects the shop and Stripe to say the same, and these units to be on the shelf or sold. */
    agree: (units = 10) =>
      expectInvariants(here.shop, { shelved: { [here.tray]: units }, gateway: stripeState(here.stripe) }),
  })
}

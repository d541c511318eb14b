import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import type { Checkout } from "../checkout"
import { startCheckout } from "../hold/start-checkout.server"

/** The call that creates a payment intent */
export const CREATE = /POST \/v1\/payment_intents$/

/** A shop with the Stripe stand-in and a time limit of 1.5 s for its calls, for the tests of a file */
export function openStripeCheckoutTest() {
  const here = openStripeTest(openTestShop, { timeout: 1_500 })
  return Object.assign(here, {
    confirmed: (quantity = 2) => startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity }], null),
    intentsOf: (checkout: Checkout) =>
      [...here.stripe.account.intents.values()].filter((intent) => intent.metadata.checkoutId === checkout.id),
    /** Expects the shop and Stripe to agree, and all of these units to be in stock or sold. */
    agree: (units = 10) =>
      expectInvariants(here.shop, { shelved: { [here.tray]: units }, gateway: stripeState(here.stripe) }),
  })
}

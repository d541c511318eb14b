import type { Member } from "../accounts/user"
import type { Card } from "../payments/card"
import type { CardTerminal, PaymentIntent } from "../payments/gateway"
import { invalid, notFound, ShopError } from "../shop-error"
import type { Shop } from "../shop"
import { type Checkout, isLive } from "./checkout"
import { intentOfCheckout } from "./checkout-intent.server"
import { findHeldCheckout } from "./checkouts.server"
import { finishPayment, type PaymentOutcome } from "./finish-payment.server"
import { releaseCheckout } from "./release-checkout.server"

/** A checkout on its payment page, and the intent that pays it. */
export interface Payment {
  checkout: Checkout
  intent: PaymentIntent
}

/**
 * What the member is paying now.
 * @throws ShopError `invalid` for field `checkout` when nothing is held, or the hold is over and has been released
 */
export async function findPayment(shop: Shop, member: Member): Promise<Payment> {
  const checkout = await findHeldCheckout(shop, member.id)
  if (!checkout) throw invalid("Please confirm your order before paying", "checkout")
  if (!isLive(checkout, shop.now()) && (await releaseCheckout(shop, checkout)) === "released") {
    throw invalid("The 15 minutes to pay are over and your items went back on the shelf. Please confirm again.", "checkout")
  }
  return { checkout, intent: await intentOfCheckout(shop, member, checkout) }
}

/**
 * Charges a card for what the member is paying now, and finishes the order.
 * @throws ShopError `payment` with the reason for a decline
 */
export async function payWithCard(shop: Shop, member: Member, card: Card): Promise<PaymentOutcome> {
  const { intent } = await findPayment(shop, member)
  const charged = await terminalOf(shop).confirm(intent.id, card)
  return finishPayment(shop, charged.id)
}

/**
 * The cardholder's answer on the approval page, and what follows from it.
 * @throws ShopError `payment` when they declined
 */
export async function answerApproval(shop: Shop, member: Member, approved: boolean): Promise<PaymentOutcome> {
  const { intent } = await findPayment(shop, member)
  const charged = await terminalOf(shop).answer(intent.id, approved)
  return finishPayment(shop, charged.id)
}

/** Cards are taken by the shop itself in the sandbox only. */
function terminalOf(shop: Shop): CardTerminal {
  if (shop.payments.terminal) return shop.payments.terminal
  throw notFound("Cards are not entered here")
}

/**
 * What an outcome means for the shopper who waits: the order's id, or `null` while the card still needs an approval.
 * @throws ShopError `payment` when nothing can come of it
 */
export function orderIdOf(outcome: PaymentOutcome): string | null {
  if (outcome.kind === "ordered") return outcome.orderId
  if (outcome.kind === "unpaid" && outcome.status === "requires_action") return null
  if (outcome.kind === "refunded") {
    throw new ShopError("payment", `${outcome.message}. Your payment is being refunded in full.`)
  }
  throw new ShopError("payment", "Issue processing the order")
}

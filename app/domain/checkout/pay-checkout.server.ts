import type { Member } from "../accounts/user"
import type { Card } from "../payments/card"
import type { CardTerminal, GatewayPayment } from "../payments/gateway"
import type { PaymentKind } from "../payments/payment"
import { findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { invalid, notFound, ShopError } from "../shop-error"
import { type Checkout, HOLD_MINUTES, isLive } from "./checkout"
import { findCheckout, findHeldCheckout, findOwnCheckout } from "./checkouts.server"
import { finishTold, type PaymentOutcome } from "./finish-payment.server"
import { openPayment } from "./open-payment.server"
import { outcomeOfCheckout } from "./payment-outcome.server"
import { releaseCheckout } from "./release-checkout.server"

/** What a member finds on the payment page: something to pay, or what came of the payment already. */
export type PaymentStep =
  | { kind: "open"; checkout: Checkout; payment: GatewayPayment | null }
  | { kind: "over"; outcome: PaymentOutcome }

const TOO_LATE = `The ${HOLD_MINUTES} minutes to pay are over, and your items went back on the shelf. Please confirm your order again.`
const CHANGED = "Your order changed in another window. Please check it and confirm again."

/**
 * What the member is paying now.
 * @param checkoutId the checkout that their page showed; null for the one that is held
 * @throws ShopError `invalid` for field `checkout` when there is nothing to pay, not any more, or something else
 */
export async function findPaymentStep(
  shop: Shop,
  member: Member,
  checkoutId: string | null = null,
): Promise<PaymentStep> {
  const checkout = await findHeldCheckout(shop, member)
  if (!checkout || (checkoutId !== null && checkout.id !== checkoutId)) {
    return { kind: "over", outcome: await outcomeOf(shop, member, checkoutId) }
  }
  const release = isLive(checkout, shop.now()) ? null : await releaseCheckout(shop, checkout)
  if (release === "released") throw invalid(TOO_LATE, "checkout")
  if (release === "paid") return { kind: "over", outcome: await outcomeOf(shop, member, checkout.id) }
  const payment = await lookAtPayment(shop, checkout)
  if (payment?.status !== "succeeded") return { kind: "open", checkout, payment }
  return { kind: "over", outcome: await finishTold(shop, payment) }
}

/**
 * Opens the payment of a checkout, for scripts or on the gateway's own page.
 * @throws ShopError as `findPaymentStep`; `unavailable` when the gateway cannot be asked
 */
export async function startPayment(
  shop: Shop,
  member: Member,
  kind: PaymentKind,
  checkoutId: string | null = null,
): Promise<{ kind: "pay"; payment: GatewayPayment } | { kind: "over"; outcome: PaymentOutcome }> {
  const step = await findPaymentStep(shop, member, checkoutId)
  if (step.kind === "over") return step
  const payment = await openPayment(shop, step.checkout, kind).catch((error) => quickerOutcome(shop, step, error))
  if ("kind" in payment) return { kind: "over", outcome: payment }
  if (payment.status === "succeeded") return { kind: "over", outcome: await finishTold(shop, payment) }
  if (payment.status !== "processing") return { kind: "pay", payment }
  throw new ShopError("payment", "Your bank is still working on your payment. Please wait a moment.")
}

/** Of two presses of the button, the second may find the payment finished between two of its own steps. */
async function quickerOutcome(
  shop: Shop,
  { checkout }: { checkout: Checkout },
  error: unknown,
): Promise<PaymentOutcome> {
  const isConflict = error instanceof ShopError && error.kind === "conflict"
  const outcome = isConflict ? await outcomeOfCheckout(shop, await findCheckout(shop, checkout.id)) : null
  if (outcome) return outcome
  throw error
}

/**
 * Charges a card for what the member is paying now, and finishes the order.
 * @throws ShopError `payment` with the reason for a decline
 */
export async function payWithCard(
  shop: Shop,
  member: Member,
  card: Card,
  checkoutId: string | null = null,
): Promise<PaymentOutcome> {
  const terminal = terminalOf(shop)
  const started = await startPayment(shop, member, "intent", checkoutId)
  if (started.kind === "over") return started.outcome
  return finishTold(shop, await terminal.confirm(started.payment.id, card))
}

/**
 * The cardholder's answer on the approval page, and what follows from it.
 * @throws ShopError `payment` when they declined
 */
export async function answerApproval(
  shop: Shop,
  member: Member,
  approved: boolean,
  checkoutId: string | null = null,
): Promise<PaymentOutcome> {
  const terminal = terminalOf(shop)
  const started = await startPayment(shop, member, "intent", checkoutId)
  if (started.kind === "over") return started.outcome
  return finishTold(shop, await terminal.answer(started.payment.id, approved))
}

/** Cards are taken by the shop itself in the sandbox only. */
function terminalOf(shop: Shop): CardTerminal {
  if (shop.payments.terminal) return shop.payments.terminal
  throw notFound("Cards are not entered here")
}

/** How the payment of a checkout stands; a gateway that is silent does not keep the page from being shown. */
async function lookAtPayment(shop: Shop, checkout: Checkout): Promise<GatewayPayment | null> {
  const open = await findOpenPayment(shop, checkout.id)
  if (!open?.gatewayId) return null
  return shop.payments.find(open.gatewayId).catch((error) => {
    if (error instanceof ShopError && error.kind === "unavailable") return null
    throw error
  })
}

/** @throws ShopError `invalid` for field `checkout` when nothing came of it */
async function outcomeOf(shop: Shop, member: Member, checkoutId: string | null): Promise<PaymentOutcome> {
  const checkout = await findOwnCheckout(shop, member, checkoutId)
  const outcome = checkout && (await outcomeOfCheckout(shop, checkout))
  if (!outcome) throw invalid(!checkout ? "Please confirm your order before paying" : CHANGED, "checkout")
  if (checkoutId !== null || isRecent(checkout, shop.now())) return outcome
  throw invalid("Please confirm your order before paying", "checkout")
}

/** Whoever goes back to the payment page, or presses the button twice, is still thinking of what was just closed. */
function isRecent({ closedAt }: Checkout, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() < HOLD_MINUTES * 60_000
}

import type { Buyer } from "~/domain/accounts/actor"
import { type Checkout, HOLD_MINUTES, holdMinutesOf, isHoldActive } from "~/domain/checkout/checkout"
import { findCheckout, findOwnCheckout } from "~/domain/checkout/checkouts.server"
import { releaseCheckout } from "~/domain/checkout/hold/release-checkout.server"
import { finishTrackedPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { MINUTE } from "~/domain/durations"
import type { Card } from "~/domain/payments/card"
import { type CardTerminal, type GatewayPayment, RECENT } from "~/domain/payments/gateway"
import type { PaymentKind, TrackedPayment } from "~/domain/payments/payment"
import type { Shop } from "~/domain/shop"
import { invalid, notFound, ShopError } from "~/domain/shop-error"
import { assertFewDeclines, refusalOfDecline } from "./declines.server"
import { openPayment } from "./open-payment.server"
import { outcomeOfCheckout, type PaymentOutcome, paymentProcessing } from "./payment-outcome.server"

/** A held checkout, with its payment as the gateway returned it last */
interface OpenStep<P = TrackedPayment | null> {
  kind: "open"
  checkout: Checkout
  payment: P
}

type PaymentStep<P = TrackedPayment | null> = OpenStep<P> | { kind: "over"; outcome: PaymentOutcome }

const holdExpired = (checkout: Checkout) =>
  `The ${holdMinutesOf(checkout)} minutes to pay are over, and your items are no longer reserved. Please confirm your order again.`
const NOTHING_CONFIRMED = "Please confirm your order before paying"
const CHECKOUT_CHANGED = "Your order changed in another window. Please check it and confirm again."

/** Throws `invalid` for field `checkout` if there is nothing to pay, or another checkout than `checkoutId`. */
export async function findPaymentStep(
  shop: Shop,
  member: Buyer,
  checkoutId: string | null = null,
): Promise<PaymentStep> {
  const checkout = await findOwnCheckout(shop, member, checkoutId)
  if (!checkout) throw invalid(NOTHING_CONFIRMED, "checkout")
  if (checkout.status !== "held") return { kind: "over", outcome: await outcomeOf(shop, checkout, checkoutId !== null) }
  if (checkout.totals.total === 0) throw invalid("There is nothing to pay: please confirm your order.", "checkout")
  const release = isHoldActive(checkout, shop.now()) ? null : await releaseCheckout(shop, checkout)
  if (release === "released") throw invalid(holdExpired(checkout), "checkout")
  if (release === "paid")
    return { kind: "over", outcome: await outcomeOf(shop, await findCheckout(shop, checkout.id), true) }
  const payment = await findPaymentAtGateway(shop, checkout)
  if (payment?.status === "succeeded") return { kind: "over", outcome: await finishTrackedPayment(shop, payment) }
  return { kind: "open", checkout, payment }
}

export async function openOwnPayment(
  shop: Shop,
  member: Buyer,
  kind: PaymentKind,
  checkoutId: string | null = null,
): Promise<PaymentStep<TrackedPayment>> {
  const step = await findPaymentStep(shop, member, checkoutId)
  if (step.kind === "over") return step
  const { checkout, payment: known } = step
  await assertFewDeclines(shop, checkout)
  const payment =
    known?.record.kind === kind && known.status !== "canceled"
      ? known
      : await openPayment(shop, checkout, kind).catch((error) => outcomeAfterConflict(shop, checkout, error))
  if ("kind" in payment) return { kind: "over", outcome: payment }
  if (payment.status === "succeeded") return { kind: "over", outcome: await finishTrackedPayment(shop, payment) }
  if (payment.status === "processing") throw paymentProcessing()
  return { kind: "open", checkout, payment }
}

/** A double click may find the payment finished between two of its steps. */
async function outcomeAfterConflict(shop: Shop, { id }: Checkout, error: unknown): Promise<PaymentOutcome> {
  const isConflict = error instanceof ShopError && error.kind === "conflict"
  const outcome = isConflict ? await outcomeOfCheckout(shop, await findCheckout(shop, id)) : null
  if (outcome) return outcome
  throw error
}

export async function payWithCard(
  shop: Shop,
  member: Buyer,
  card: Card,
  checkoutId: string | null = null,
): Promise<PaymentOutcome> {
  return payAtTerminal(shop, member, checkoutId, (terminal, id) => terminal.confirm(id, card))
}

export async function resolveApproval(
  shop: Shop,
  member: Buyer,
  approved: boolean,
  checkoutId: string | null = null,
): Promise<PaymentOutcome> {
  return payAtTerminal(shop, member, checkoutId, (terminal, id) => terminal.resolveApproval(id, approved))
}

/** Only the sandbox takes cards in the shop itself. */
async function payAtTerminal(
  shop: Shop,
  member: Buyer,
  checkoutId: string | null,
  pay: (terminal: CardTerminal, id: string) => Promise<GatewayPayment>,
): Promise<PaymentOutcome> {
  const { terminal } = shop.payments
  if (!terminal) throw notFound("Please enter your card in the payment service's own form")
  const step = await openOwnPayment(shop, member, "intent", checkoutId)
  if (step.kind === "over") return step.outcome
  const { id, record } = step.payment
  const paid = await pay(terminal, id).catch(async (error) => {
    throw await refusalOfDecline(shop, step, error)
  })
  return finishTrackedPayment(shop, { ...paid, record })
}

/** Returns null if the gateway is unavailable, so that the page still renders. */
async function findPaymentAtGateway(shop: Shop, { payment }: Checkout): Promise<TrackedPayment | null> {
  if (!payment?.gatewayId) return null
  try {
    const gatewayPayment = await shop.payments.find(payment.gatewayId, { maxAge: RECENT })
    return gatewayPayment && { ...gatewayPayment, record: payment }
  } catch (error) {
    if (error instanceof ShopError && error.kind === "unavailable") return null
    throw error
  }
}

/** The outcome of a checkout that is over; of one that the page did not name, if it was closed recently. */
async function outcomeOf(shop: Shop, checkout: Checkout, isNamed: boolean): Promise<PaymentOutcome> {
  const outcome = await outcomeOfCheckout(shop, checkout)
  if (!outcome) throw invalid(CHECKOUT_CHANGED, "checkout")
  if (isNamed || isRecentlyClosed(checkout, shop.now())) return outcome
  throw invalid(NOTHING_CONFIRMED, "checkout")
}

/** A reload or a double click may still concern a checkout closed so recently. */
function isRecentlyClosed({ closedAt }: Checkout, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() < HOLD_MINUTES * MINUTE
}

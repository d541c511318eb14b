import type { Buyer } from "~/domain/accounts/actor"
import { MINUTE } from "~/domain/durations"
import type { Card } from "~/domain/payments/card"
import {
  type CardTerminal,
  type GatewayPayment,
  GatewayRefusal,
  RECENT,
  type TestAnswer,
} from "~/domain/payments/gateway"
import { type OnlineMethod, parseMethods } from "~/domain/payments/online-methods"
import type { Payment, PaymentKind, TrackedPayment } from "~/domain/payments/payment"
import { paymentLimits } from "~/domain/payments/payment-limits"
import {
  addDecline,
  insertOrFindPayment,
  markPaymentCancelled,
  markPaymentCancelling,
  recordGatewayId,
} from "~/domain/payments/payments.server"
import type { Shop } from "~/domain/shop"
import { conflict, invalid, notFound, ShopError } from "~/domain/shop-error"
import { type Checkout, HOLD_MINUTES, holdMinutesOf, isHoldActive } from "../checkout"
import { findCheckout, findOwnCheckout } from "../checkouts.server"
import { lockCheckout, type ReleaseResult, releaseLocked } from "../locked-checkout.server"
import { finishTrackedPayment } from "../settlement/finish-payment.server"
import { gatewayRequestOf } from "./gateway-request.server"
import { noConfirmedCart, type PaymentOutcome, paymentProcessing } from "./payment-outcome"

/** A held checkout with its last known payment at the gateway */
interface OpenStep<P = TrackedPayment | null> {
  kind: "open"
  checkout: Checkout
  payment: P
}

type PaymentStep<P = TrackedPayment | null> = OpenStep<P> | { kind: "over"; outcome: PaymentOutcome }

/** The bank has not decided about the payment of this checkout yet. */
interface ProcessingStep {
  kind: "processing"
  checkout: Checkout
  payment: Payment
}

/** Its payment was cancelled earlier. */
function holdEnded(checkout: Checkout, now: Date) {
  if (checkout.hasFailed) return invalid(PAYMENT_FAILED, "checkout")
  const isOver = checkout.holdExpiresAt <= (checkout.closedAt ?? now)
  const cause = isOver ? `Your ${holdMinutesOf(checkout)} minutes to pay have passed, so your` : "Your"
  const message = `${cause} items are no longer reserved. Nothing was charged: please confirm your order again.`
  return invalid(message, "checkout")
}
const PAYMENT_FAILED =
  "Your bank did not make the payment, so there is no order. Nothing was charged: your items are in your cart again."
const CHECKOUT_CHANGED = "Your order changed in another window. Please check it and confirm again."
const PAID_ELSEWHERE = "This order is being paid in another window. Please try again in a moment."
const TOO_MANY_DECLINES = "Five cards were declined, so this payment has ended. Please confirm your order again."

/** Only the sandbox handles cards and their approval in the shop itself. */
export async function payWithCard(
  shop: Shop,
  member: Buyer,
  card: Card | { approved: boolean },
  checkoutId: string | null = null,
): Promise<PaymentOutcome> {
  const { terminal } = shop.payments
  if (!terminal) throw notFound("Please enter your card in the form of the payment service")
  const step = await openStep(shop, member, "intent", checkoutId)
  if (step.kind === "over") return step.outcome
  const { payment } = step
  const charged = payment.status === "succeeded" ? payment : await chargeCard(shop, terminal, step, card)
  return finishTrackedPayment(shop, charged)
}

/** Throws `payment` for a declined card, `invalid` for the last one before the payment ends. */
async function chargeCard(
  shop: Shop,
  terminal: CardTerminal,
  step: OpenStep<TrackedPayment>,
  card: Card | { approved: boolean },
): Promise<TrackedPayment> {
  const { id, record } = step.payment
  const paying = "approved" in card ? terminal.resolveApproval(id, card.approved) : terminal.confirm(id, card)
  const paid = await paying.catch(async (error) => {
    const isDecline = error instanceof ShopError && error.kind === "payment"
    throw isDecline && (await countDecline(shop, step)) ? invalid(TOO_MANY_DECLINES, "checkout") : error
  })
  return { ...paid, record }
}

export async function openOwnPayment(
  shop: Shop,
  member: Buyer,
  kind: PaymentKind,
  checkoutId: string | null = null,
): Promise<PaymentStep<TrackedPayment>> {
  return finishPaid(shop, await openStep(shop, member, kind, checkoutId))
}

/** Throws `invalid` for field `checkout` if there is nothing to pay. */
export async function findPaymentStep(
  shop: Shop,
  member: Buyer,
  checkoutId: string | null = null,
): Promise<PaymentStep | ProcessingStep> {
  const step = await readPaymentStep(shop, member, checkoutId)
  return step.kind === "processing" ? finishProcessing(shop, member, step) : finishPaid(shop, step)
}

/** Asks the gateway now, because an old answer could end a payment; but not if it is unavailable, or asked too often. */
async function finishProcessing(
  shop: Shop,
  member: Buyer,
  step: ProcessingStep,
): Promise<PaymentStep | ProcessingStep> {
  const known = await findPaymentAtGateway(shop, step.checkout, { maxAge: 0, unless: ["unavailable", "tooMany"] })
  const outcome = known && (await finishTrackedPayment(shop, known))
  if (outcome === null || (outcome.kind === "unpaid" && outcome.status === "processing")) return step
  if (outcome.kind !== "unpaid") return { kind: "over", outcome }
  return endedStep(shop, member, await findCheckout(shop, step.checkout.id), true)
}

/** Begins a payment on the test page of another method than cards. */
export async function startMethod(
  shop: Shop,
  member: Buyer,
  method: OnlineMethod,
  checkoutId: string | null,
): Promise<PaymentOutcome> {
  return atTerminal(shop, member, checkoutId, (terminal, id) => terminal.startMethod(id, method))
}

/** Throws `payment` if the buyer declines. */
export async function answerMethod(
  shop: Shop,
  member: Buyer,
  answer: TestAnswer,
  checkoutId: string | null,
): Promise<PaymentOutcome> {
  return atTerminal(shop, member, checkoutId, (terminal, id) => terminal.answer(id, answer))
}

async function atTerminal(
  shop: Shop,
  member: Buyer,
  checkoutId: string | null,
  work: (terminal: CardTerminal, id: string) => Promise<GatewayPayment>,
): Promise<PaymentOutcome> {
  const { terminal } = shop.payments
  if (!terminal) throw notFound("Please pay in the form of the payment service")
  const step = await openStep(shop, member, "intent", checkoutId)
  if (step.kind === "over") return step.outcome
  const { id, record, status } = step.payment
  const payment = status === "succeeded" ? step.payment : { ...(await work(terminal, id)), record }
  return finishTrackedPayment(shop, payment)
}

async function finishPaid<P extends TrackedPayment | null>(shop: Shop, step: PaymentStep<P>): Promise<PaymentStep<P>> {
  if (step.kind === "over" || step.payment?.status !== "succeeded") return step
  return { kind: "over", outcome: await finishTrackedPayment(shop, step.payment) }
}

/** The payment may already have succeeded. Throws as `findPaymentStep`, and for another checkout than `checkoutId`. */
async function openStep(
  shop: Shop,
  member: Buyer,
  kind: PaymentKind,
  checkoutId: string | null,
): Promise<PaymentStep<TrackedPayment>> {
  const step = await readPaymentStep(shop, member, checkoutId)
  if (step.kind === "processing") throw paymentProcessing()
  if (step.kind === "over") return step
  const { checkout, payment: known } = step
  if (known?.status === "succeeded") return { ...step, payment: known }
  await assertFewDeclines(shop, checkout)
  const isKnown = known?.record.kind === kind && known.status !== "canceled"
  const opened = isKnown ? { ...step, payment: known } : await openOrEnd(shop, member, checkout, kind)
  if (opened.kind === "open" && opened.payment.status === "processing") {
    await finishTrackedPayment(shop, opened.payment)
    throw paymentProcessing()
  }
  return opened
}

/** A double click may find the payment finished between two steps. */
async function openOrEnd(
  shop: Shop,
  member: Buyer,
  checkout: Checkout,
  kind: PaymentKind,
): Promise<PaymentStep<TrackedPayment>> {
  try {
    const payment = await openPayment(shop, checkout, kind)
    return { kind: "open", checkout: { ...checkout, payment: payment.record }, payment }
  } catch (error) {
    const isConflict = error instanceof ShopError && error.kind === "conflict"
    const step = isConflict ? await readPaymentStep(shop, member, checkout.id) : null
    if (step?.kind === "processing") throw paymentProcessing()
    if (step?.kind === "over") return step
    throw error
  }
}

async function readPaymentStep(
  shop: Shop,
  member: Buyer,
  checkoutId: string | null,
): Promise<PaymentStep | ProcessingStep> {
  const checkout = await findOwnCheckout(shop, member, checkoutId)
  if (!checkout) throw noConfirmedCart()
  const { payment, status } = checkout
  if (status === "processing" && payment) return { kind: "processing", checkout, payment }
  if (checkout.status !== "held") return endedStep(shop, member, checkout, checkoutId !== null)
  if (checkout.totals.total === 0) throw invalid("There is nothing to pay: please confirm your order.", "checkout")
  if (checkout.paymentMethod !== "online") throw invalid("Please confirm your order again.", "checkout")
  const release = isHoldActive(checkout, shop.now()) ? null : await releaseCheckout(shop, checkout)
  if (release === "released") throw holdEnded(checkout, shop.now())
  if (release === "paid") return readPaymentStep(shop, member, checkout.id)
  const known = await findPaymentAtGateway(shop, checkout)
  if (known?.status !== "processing") return { kind: "open", checkout, payment: known }
  await finishTrackedPayment(shop, known)
  return { kind: "processing", checkout, payment: known.record }
}

/**
 * Applies to a checkout that the page did not name only if it was closed recently, because a reload or a double click
 * may concern it.
 */
async function endedStep(shop: Shop, member: Buyer, checkout: Checkout, isNamed: boolean): Promise<PaymentStep> {
  const { outcome, closedAt } = checkout
  const now = shop.now()
  if (!outcome) {
    const newest = isNamed ? await findOwnCheckout(shop, member, null) : checkout
    throw newest?.id === checkout.id ? holdEnded(checkout, now) : invalid(CHECKOUT_CHANGED, "checkout")
  }
  const isRecent = closedAt !== null && now.getTime() - closedAt.getTime() < HOLD_MINUTES * MINUTE
  if (isNamed || isRecent) return { kind: "over", outcome }
  throw noConfirmedCart()
}

/** Returns null if the gateway is unavailable, so that the page still renders. */
async function findPaymentAtGateway(
  shop: Shop,
  { payment }: Checkout,
  { maxAge, unless }: { maxAge: number; unless: ShopError["kind"][] } = { maxAge: RECENT, unless: ["unavailable"] },
): Promise<TrackedPayment | null> {
  if (!payment?.gatewayId) return null
  try {
    const gatewayPayment = await shop.payments.find(payment.gatewayId, { maxAge })
    return gatewayPayment && { ...gatewayPayment, record: payment }
  } catch (error) {
    if (error instanceof ShopError && unless.includes(error.kind)) return null
    throw error
  }
}

/** Opens or finds the checkout's only payment; cancels one of the other kind first, so that both are never paid. */
export async function openPayment(shop: Shop, checkout: Checkout, kind: PaymentKind): Promise<TrackedPayment> {
  let cancelledMeanwhile = false
  let known = checkout.payment
  const methods = methodsOf(shop, checkout)
  for (let tries = 0; tries < 5; tries++) {
    const payment = known ?? (await insertOrFindPayment(shop, checkout.id, { kind, methods }))
    known = null
    if (!payment) throw conflict("Your time to pay has passed. Please confirm your order again.")
    // The later choice between intent and hosted page decides.
    if (payment.kind !== kind && cancelledMeanwhile) throw conflict(PAID_ELSEWHERE)
    const opened =
      payment.kind === kind ? await refreshPayment(shop, payment, checkout) : await cancelOther(shop, payment, checkout)
    if (opened) return opened
    cancelledMeanwhile = payment.kind === kind
  }
  throw conflict(PAID_ELSEWHERE)
}

/** An API client takes cards only. */
function methodsOf({ settings }: Shop, { source }: Checkout): readonly OnlineMethod[] | null {
  const methods = parseMethods(settings.current.onlineMethods)
  return source === "page" && methods.length > 1 ? methods : null
}

async function refreshPayment(shop: Shop, payment: Payment, checkout: Checkout): Promise<TrackedPayment | null> {
  if (payment.gatewayId === null) return openAtGateway(shop, payment, checkout)
  const gatewayPayment = await shop.payments.find(payment.gatewayId, { maxAge: RECENT })
  if (gatewayPayment && gatewayPayment.status !== "canceled") return { ...gatewayPayment, record: payment }
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Returns the payment if it is too late to cancel it. */
async function cancelOther(shop: Shop, payment: Payment, checkout: Checkout): Promise<TrackedPayment | null> {
  const known = await cancelPayment(shop, payment, checkout)
  if (known === null || known.status === "succeeded" || known.status === "processing") return known
  throw conflict(PAID_ELSEWHERE)
}

/** Stores the gateway's id before it can be paid; returns null if the payment was cancelled in the meantime. */
export async function openAtGateway(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<TrackedPayment | null> {
  const request = await gatewayRequestOf(shop, payment, checkout)
  const { payments } = shop
  const opening = payment.kind === "hosted" ? payments.openHosted(request) : payments.open(request)
  const opened = await opening.catch(async (error) => {
    // The same idempotency key would repeat the error.
    if (error instanceof GatewayRefusal) await markPaymentCancelled(shop, payment.id)
    throw error
  })
  if (await recordGatewayId(shop, payment.id, opened.id)) return tracked(opened, payment)
  await payments.cancel(opened.id)
  return null
}

/** Cancels the payment first, so that released units cannot be paid for. */
export async function releaseCheckout(shop: Shop, checkout: Checkout): Promise<ReleaseResult> {
  const ended = await endOpenPayment(shop, checkout)
  return ended ?? shop.transaction(async (tx) => releaseLocked(tx, await lockCheckout(tx, checkout.id)))
}

/** Returns null once the payment of the checkout is not open any more. */
export async function endOpenPayment(shop: Shop, checkout: Checkout): Promise<"paid" | "pending" | null> {
  const payment = checkout.payment && (await cancelPayment(shop, checkout.payment, checkout))
  if (payment === null) return null
  await finishTrackedPayment(shop, payment)
  return payment.status === "succeeded" ? "paid" : "pending"
}

/** Returns null if the payment is cancelled, or the payment if it is paid or processing. */
export async function cancelPayment(
  shop: Shop,
  payment: Payment,
  checkout: Checkout | null,
): Promise<TrackedPayment | null> {
  const gatewayId = payment.gatewayId ?? (await repeatOpening(shop, payment, checkout))
  if (gatewayId === null) return null
  await markPaymentCancelling(shop, payment.id)
  const gatewayPayment = await shop.payments.cancel(gatewayId)
  if (gatewayPayment && gatewayPayment.status !== "canceled") return tracked(gatewayPayment, payment)
  await markPaymentCancelled(shop, payment.id)
  return null
}

/** Returns the gateway's id, even if its first response was lost; null if there is nothing to cancel. */
async function repeatOpening(shop: Shop, payment: Payment, checkout: Checkout | null): Promise<string | null> {
  try {
    return (await openAtGateway(shop, payment, checkout))?.id ?? null
  } catch (error) {
    if (error instanceof GatewayRefusal) return null
    throw error
  }
}

const tracked = (payment: GatewayPayment, record: Payment): TrackedPayment => {
  return { ...payment, record: { ...record, gatewayId: record.gatewayId ?? payment.id } }
}

/** Attackers test stolen cards: after this many declines the payment ends, and the hold with it. */
const MAX_DECLINES = 5

/** Limits the declines of guests by the address of their network. @throws ShopError `tooMany` */
async function assertFewDeclines({ limits }: Shop, { customer, clientAddress }: Checkout): Promise<void> {
  if (customer.isGuest && clientAddress !== null) await limits.check([paymentLimits.declinesFromAddress, clientAddress])
}

/** For cards entered in the gateway's own form; counts each charge once. */
export async function countDeclineAtGateway(shop: Shop, payment: TrackedPayment, charge: string): Promise<void> {
  const { checkoutId } = payment.record
  if (payment.status !== "requires_payment_method" || checkoutId === null) return
  await countDecline(shop, { checkout: await findCheckout(shop, checkoutId), payment }, charge)
}

/** Counts a guest's declined card, and ends the payment at the fifth; returns whether it ended. */
async function countDecline(
  shop: Shop,
  { checkout, payment }: Pick<OpenStep<TrackedPayment>, "checkout" | "payment">,
  charge?: string,
): Promise<boolean> {
  const { customer, clientAddress } = checkout
  if (!customer.isGuest) return false
  const { declines, isNew } = await addDecline(shop, payment.record, charge)
  if (isNew && clientAddress !== null)
    await shop.limits.consume(paymentLimits.declinesFromAddress, clientAddress).catch(ignoreReachedLimit)
  return declines >= MAX_DECLINES && (await releaseCheckout(shop, checkout)) === "released"
}

function ignoreReachedLimit(error: unknown): void {
  if (!(error instanceof ShopError) || error.kind !== "tooMany") throw error
}

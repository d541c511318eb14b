import type { Buyer } from "~/domain/accounts/actor"
import { takeUsesOfCard, takeUsesOfPaid } from "~/domain/discounts/uses.server"
import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { tryHoldStock } from "~/domain/inventory/stock.server"
import { withdrawalLawAt } from "~/domain/law/consumer-law"
import type { GatewayPayment } from "~/domain/payments/gateway"
import { withClaimReserve } from "~/domain/payments/member-gateway.server"
import type { Payment, TrackedPayment } from "~/domain/payments/payment"
import {
  assignCheckout,
  findAgreedTerms,
  findOwnPayment,
  findPaymentOfGateway,
  findPaymentOfIntent,
  findReturnedPayment,
  insertDuplicatePayment,
  lockPayment,
  markPaymentCancelled,
  markPaymentCancelling,
  markPaymentProcessing,
  markPaymentSucceeded,
} from "~/domain/payments/payments.server"
import { tryProcessRefund } from "~/domain/refunds/process-refund.server"
import { requestPaymentRefund } from "~/domain/refunds/refunds.server"
import { outOfStock, type Rejection, rejection, rejectionMessage } from "~/domain/refunds/rejection"
import { rejectionColumns, toRejection } from "~/domain/refunds/rejection-columns.server"
import type { Shop, Tx } from "~/domain/shop"
import { findCheckout } from "../checkouts.server"
import {
  completeCheckout,
  isHolding,
  type LockedCheckout,
  lockCheckout,
  lockSettlement,
  markProcessing,
  refundCheckout,
  releaseLocked,
  type Settlement,
  unitsOf,
} from "../locked-checkout.server"
import { insertCheckout, type Offer } from "../offer/offer.server"
import { noConfirmedCart, type PaymentOutcome } from "../payment/payment-outcome"

/** The purpose of a payment without a checkout, or the reason why it cannot become an order */
export type PendingOrder = { offer: Offer } | { rejection: Rejection }

/** Finishes a payment exactly once, even with repeated and concurrent calls. */
export async function finishPayment(shop: Shop, gatewayId: string): Promise<PaymentOutcome> {
  const payment = await findTrackedPayment(shop, gatewayId)
  return payment ? finishTrackedPayment(shop, payment) : { kind: "unknown" }
}

/** Finds the payment by its id or its intent's, or else the newest; throws `invalid` without one. */
export async function finishOwnPayment(
  shop: Shop,
  member: Buyer,
  paymentOrIntentId: string | null,
): Promise<PaymentOutcome> {
  const record = await findOwnPayment(shop, member.id, paymentOrIntentId)
  if (!record?.checkoutId) throw noConfirmedCart()
  const { outcome } = await findCheckout(shop, record.checkoutId)
  if (outcome) return outcome
  if (record.gatewayId === null) return { kind: "unknown" }
  const reserved = withClaimReserve(shop, record.gatewayId)
  const payment = await reserved.payments.find(record.gatewayId)
  return payment ? finishTrackedPayment(reserved, { ...payment, record }) : { kind: "unknown" }
}

/**
 * Finishes a payment whose buyer returns in a browser without their session, as a bank's app may open it. Returns only
 * how it went.
 */
export async function finishReturnedPayment(
  shop: Shop,
  paymentOrIntentId: string,
): Promise<PaymentOutcome["kind"] | "processing"> {
  const record = await findReturnedPayment(shop, paymentOrIntentId)
  if (!record?.checkoutId || record.gatewayId === null) return "unknown"
  const { outcome: known } = await findCheckout(shop, record.checkoutId)
  const payment = known ? null : await shop.payments.find(record.gatewayId)
  const outcome = known ?? (payment && (await finishTrackedPayment(shop, { ...payment, record })))
  if (outcome === null) return "unknown"
  return outcome.kind === "unpaid" && outcome.status === "processing" ? "processing" : outcome.kind
}

/** Returns null for a payment of another shop. */
export async function findTrackedPayment(shop: Shop, gatewayId: string): Promise<TrackedPayment | null> {
  const payment = await shop.payments.find(gatewayId)
  const record = payment && (await findPaymentOfGateway(shop, payment))
  return record && { ...payment, record }
}

/** Does the same as `finishPayment`, with the payment just read from the gateway. */
export async function finishTrackedPayment(
  shop: Shop,
  payment: TrackedPayment,
  pendingOrder?: PendingOrder,
): Promise<PaymentOutcome> {
  const { record, status } = payment
  if (!isPaid(payment)) {
    // The intent of a hosted page has its own id.
    const isOwn = record.kind === "hosted" || payment.id === record.gatewayId
    if (status === "canceled" && isOwn) await handleGatewayCancellation(shop, record)
    if (status === "processing") await noteProcessing(shop, payment)
    if (hasFailed(payment)) return endFailed(shop, payment)
    return { kind: "unpaid", status }
  }
  const { outcome, refundId } = await shop.transaction((tx) => finishLocked(tx, payment, pendingOrder))
  if (refundId) await tryProcessRefund(shop, refundId)
  return outcome
}

/** The bank has refused a payment that it had been processing. */
const hasFailed = ({ record, status }: TrackedPayment) =>
  record.processingSince !== null && (status === "requires_payment_method" || status === "requires_action")

/** Keeps the units of the checkout until the bank has decided, however long that takes. */
async function noteProcessing(shop: Shop, { record, method }: TrackedPayment): Promise<void> {
  if (record.processingSince !== null) return
  await shop.transaction(async (tx) => {
    const { payment, checkout } = await lockSettlement(tx, record.id)
    if (!(await markPaymentProcessing(tx, payment.id, method)) || checkout?.status !== "held") return
    await markProcessing(tx, checkout)
    await emit(tx, "payment.processing", { checkout, method })
  })
}

/** Cancels the payment first, so that released units cannot be paid for. */
async function endFailed(shop: Shop, payment: TrackedPayment): Promise<PaymentOutcome> {
  const { id, kind, gatewayId, checkoutId } = payment.record
  const { status } = payment
  await markPaymentCancelling(shop, id)
  const left = gatewayId === null ? null : await shop.payments.cancel(gatewayId)
  if (left?.status === "succeeded") return finishTrackedPayment(shop, { ...left, record: payment.record })
  if (left?.status === "processing") return { kind: "unpaid", status: left.status }
  // The intent of a hosted page cannot be paid any more.
  if (left && left.status !== "canceled" && kind === "intent") return { kind: "unpaid", status }
  await shop.transaction(async (tx) => {
    const { status } = await lockPayment(tx, id)
    if (status === "open") await markPaymentCancelled(tx, id)
    if (checkoutId !== null) await releaseLocked(tx, await lockCheckout(tx, checkoutId))
  })
  return { kind: "unpaid", status }
}

interface FoundPayment {
  payment: GatewayPayment & { intentId: string }
  lost: NonNullable<TrackedPayment["lost"]>
  adopt(tx: Tx): Promise<Payment | null>
}

/**
 * Records a paid payment that the database had lost, finishes it and reports it, in one transaction, because recorded
 * payments are not searched for again. Returns null if `adopt` does.
 */
export async function finishFoundPayment(
  shop: Shop,
  { payment, lost, adopt }: FoundPayment,
): Promise<{ record: Payment; outcome: PaymentOutcome } | null> {
  const { intentId, amount } = payment
  const finished = await shop.transaction(async (tx) => {
    const record = await adopt(tx)
    if (record === null) return null
    const pendingOrder = { rejection: rejection("no-order") }
    const { outcome, refundId } = await finishLocked(tx, { ...payment, record, lost }, pendingOrder)
    const { userId, checkoutId } = record
    const orderId = outcome.kind === "ordered" ? outcome.orderId : null
    const reason = outcome.kind === "refunded" ? rejectionMessage(outcome.rejection) : null
    await emit(tx, "payment.found", { intentId, amount, userId, checkoutId, orderId, reason })
    return { record, outcome, refundId }
  })
  if (finished?.refundId) await tryProcessRefund(shop, finished.refundId)
  return finished
}

type Paid = GatewayPayment & { intentId: string } & Pick<TrackedPayment, "lost">

const isPaid = (payment: TrackedPayment): payment is TrackedPayment & Paid =>
  payment.status === "succeeded" && payment.intentId !== null

/** Includes the refund to process after the transaction */
interface Finished {
  outcome: PaymentOutcome
  refundId?: string
}

/** A second call waits for the payment's lock and returns what the first one wrote. */
async function finishLocked(
  tx: Tx,
  { record, ...paid }: TrackedPayment & Paid,
  pendingOrder?: PendingOrder,
): Promise<Finished> {
  const { payment, customer, ...locked } = await lockSettlement(tx, record.id)
  if (payment.intentId === paid.intentId) return findFinished(tx, payment)
  if (payment.intentId !== null) return refundDuplicate(tx, { payment, ...locked }, paid)
  if (payment.checkoutId === null && !pendingOrder) return { outcome: { kind: "unclaimed" } }
  if (payment.checkoutId === null && pendingOrder && "rejection" in pendingOrder)
    return reject(tx, { payment, checkout: null }, paid, pendingOrder.rejection)
  const checkout = locked.checkout ?? (await freezeOffer(tx, payment, pendingOrder as { offer: Offer }))
  const rejection = await findRejection(tx, { checkout, payment, customer }, paid)
  if (rejection) return reject(tx, { payment, checkout }, paid, rejection)
  const { intentId } = paid
  await markPaymentSucceeded(tx, payment.id, paid)
  return { outcome: { kind: "ordered", orderId: await completeCheckout(tx, checkout, { customer, intentId }) } }
}

async function findFinished(tx: Tx, { id, intentId }: Payment): Promise<Finished> {
  const order = await tx.db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intentId)
    .executeTakeFirst()
  if (order) return { outcome: { kind: "ordered", orderId: order.id } }
  const refund = await tx.db
    .selectFrom("refunds")
    .select(["id", ...rejectionColumns])
    .where("payment_id", "=", id)
    .where("order_id", "is", null)
    .executeTakeFirstOrThrow()
  return { outcome: { kind: "refunded", rejection: toRejection(refund) }, refundId: refund.id }
}

type RejectedSettlement = Pick<Settlement, "payment" | "checkout">

/** Records a second intent of the same payment as a separate payment, and refunds it. */
async function refundDuplicate(tx: Tx, { payment, checkout }: RejectedSettlement, paid: Paid): Promise<Finished> {
  const known = await findPaymentOfIntent(tx, paid.intentId)
  if (known) return findFinished(tx, known)
  const duplicate = await insertDuplicatePayment(tx, payment, paid)
  return reject(tx, { payment: duplicate, checkout }, paid, rejection("duplicate"))
}

/**
 * Inserts the checkout as `released`, so that `findRejection` takes its units; with the terms that were in force when the
 * client opened the payment.
 */
async function freezeOffer(tx: Tx, { id, userId }: Payment, { offer }: { offer: Offer }): Promise<LockedCheckout> {
  const law = withdrawalLawAt(tx.settings.current, offer.shippingInfo.country)
  const digest = law && (await findAgreedTerms(tx, id))?.[law]
  const agreed = digest ? { ...offer, terms: { digest } } : offer
  const inserted = await insertCheckout(tx, userId, agreed, { source: "api", status: "released", address: null })
  const checkoutId = (inserted as NonNullable<typeof inserted>).id
  await assignCheckout(tx, id, checkoutId)
  return lockCheckout(tx, checkoutId)
}

/** Returns the reason why no order is possible; takes released units and discount uses again. */
async function findRejection(
  tx: Tx,
  { checkout, payment, customer }: Settlement & { checkout: LockedCheckout },
  { amount, currency, cardFingerprint: card }: Paid,
): Promise<Rejection | null> {
  const { id: checkoutId, user_id: userId, status, discounts } = checkout
  const isAgreed = amount === checkout.total_price && currency === checkout.currency.toLowerCase()
  if (!isAgreed || payment.userId !== userId) return rejection("amount-mismatch")
  if (status === "completed" || status === "refunded") return rejection("duplicate")
  const used = { checkoutId, user: { id: userId, email: customer.email }, discounts }
  const areTaken = isHolding(checkout) || (await takeUsesOfPaid(tx, used))
  if (!areTaken || !(await takeUsesOfCard(tx, { ...used, card }))) return rejection("discount-gone")
  if (isHolding(checkout)) return null
  const missing = await tryHoldStock(tx, { checkoutId, lines: unitsOf(checkout) })
  if (missing.length > 0) {
    const nameAsOrdered = (id: string) => checkout.lines.find((line) => line.variant_id === id)?.name
    return outOfStock(
      missing.map(({ id, name, isSold }) => ({ name: nameAsOrdered(id) ?? name, discontinued: !isSold })),
    )
  }
  return null
}

async function reject(
  tx: Tx,
  { payment, checkout }: RejectedSettlement,
  paid: Paid,
  rejection: Rejection,
): Promise<Finished> {
  const { intentId, lost } = paid
  await markPaymentSucceeded(tx, payment.id, paid)
  const amount = paid.amount - (lost?.refunded ?? 0)
  const request = { id: lost?.refundId, paymentId: payment.id, intentId, amount, rejection }
  const refundId = await requestPaymentRefund(tx, request)
  const about = { ...payment, checkoutId: checkout?.id ?? payment.checkoutId }
  await emit(tx, "payment.rejected", { payment: about, intentId, amount, reason: rejectionMessage(rejection) })
  if (checkout) await refundCheckout(tx, checkout)
  return { outcome: { kind: "refunded", rejection }, refundId }
}

/** After this time, a cancellation by the shop counts as abandoned. */
const CANCEL_TIMEOUT = MINUTE

/** Releases the units unless the shop itself is cancelling: that call may open another payment for them. */
async function handleGatewayCancellation(shop: Shop, { id, kind, gatewayId }: Payment): Promise<void> {
  // A hosted page outlives its cancelled intent and could be paid again.
  const gatewayPayment = kind === "hosted" && gatewayId !== null ? await shop.payments.cancel(gatewayId) : null
  if (gatewayPayment && gatewayPayment.status !== "canceled") return
  await shop.transaction(async (tx) => {
    const { status, cancellingSince, checkoutId } = await lockPayment(tx, id)
    if (status !== "open") return
    await markPaymentCancelled(tx, id)
    if (checkoutId === null) return
    const checkout = await lockCheckout(tx, checkoutId)
    const now = tx.now()
    const isBeingCancelled = cancellingSince !== null && now.getTime() - cancellingSince.getTime() < CANCEL_TIMEOUT
    if (!isBeingCancelled || checkout.hold_expires_at <= now) await releaseLocked(tx, checkout)
  })
}

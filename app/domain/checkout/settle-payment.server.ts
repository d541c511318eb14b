import { forgetBought } from "../cart/saved-cart.server"
import { returnStock, takeStock } from "../catalog/stock.server"
import { queueMail } from "../mail/outbox.server"
import type { Cents } from "../money"
import { newObjectId } from "../object-id.server"
import { placeOrder } from "../orders/place-order.server"
import { noteIncident } from "../payments/incidents.server"
import type { Payment } from "../payments/payment"
import { addStrayPayment, findPaymentOfIntent, lockPayment, succeedPayment } from "../payments/payments.server"
import type { Books } from "../shop"
import { ShopError } from "../shop-error"
import { type CheckoutRow, closeCheckout, lockCheckout, readUnits } from "./checkouts.server"
import { type Offer, writeCheckout } from "./offer.server"
import { paymentRefundedLetter } from "./payment-refunded-letter"
import { type RefundReason, refundReasonOf, refundReasons } from "./refund-reason"

/** Money that came, as the gateway has it. */
export interface Paid {
  intentId: string
  amount: Cents
  currency: string
}

/** What an unclaimed payment shall pay, or why it cannot. */
export type Claim = { offer: Offer } | { obstacle: RefundReason }

export type Settled =
  | { kind: "ordered"; orderId: string }
  | { kind: "refunding"; refundId: string; reason: RefundReason }
  | { kind: "unclaimed" }

/**
 * Under the payment's lock: the order, or the refund that stands in for it. Whoever comes second finds what the first
 * has written.
 */
export async function settlePayment(books: Books, paymentId: string, paid: Paid, claim?: Claim): Promise<Settled> {
  const payment = await lockPayment(books, paymentId)
  if (payment.intentId === paid.intentId) return findSettled(books, payment)
  if (payment.intentId !== null) return settleStray(books, payment, paid)
  const unclaimed = payment.checkoutId === null
  if (unclaimed && !claim) return { kind: "unclaimed" }
  if (unclaimed && claim && "obstacle" in claim) return refusePayment(books, payment, paid, claim.obstacle)
  const checkoutId = payment.checkoutId ?? (await claimPayment(books, payment, claim as { offer: Offer }))
  const checkout = await lockCheckout(books, checkoutId)
  const obstacle = await obstacleTo(books, checkout, payment, paid)
  if (obstacle) return refusePayment(books, { ...payment, checkoutId: checkout.id }, paid, obstacle)
  const orderId = await placeOrder(books, checkout, paid.intentId)
  await closeCheckout(books, checkout.id, "completed")
  await succeedPayment(books, payment.id, paid.intentId)
  await forgetBought(books, payment.userId, await readUnits(books, checkout.id))
  return { kind: "ordered", orderId }
}

async function findSettled(books: Books, { id, intentId }: Payment): Promise<Settled> {
  const order = await books.db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intentId)
    .executeTakeFirst()
  if (order) return { kind: "ordered", orderId: order.id }
  const refund = await books.db
    .selectFrom("refunds")
    .select(["id", "reason"])
    .where("payment_id", "=", id)
    .where("order_id", "is", null)
    .executeTakeFirstOrThrow()
  return { kind: "refunding", refundId: refund.id, reason: refundReasonOf(refund.reason) }
}

/** Another intent has moved money for the same payment: it is written down as one of its own, and goes back. */
async function settleStray(books: Books, payment: Payment, paid: Paid): Promise<Settled> {
  const known = await findPaymentOfIntent(books, paid.intentId)
  if (known) return findSettled(books, known)
  const stray = { ...payment, id: await addStrayPayment(books, payment, paid) }
  return refusePayment(books, stray, paid, "twice")
}

/** Says for what a payment was; the units are taken later, like those of a hold that was released. */
async function claimPayment(books: Books, { id, userId }: Payment, { offer }: { offer: Offer }): Promise<string> {
  const written = await writeCheckout(books, userId, offer, { source: "api", status: "released" })
  const checkoutId = written as string
  await books.db.updateTable("payments").set({ checkout_id: checkoutId }).where("id", "=", id).execute()
  return checkoutId
}

/** Why a paid checkout cannot become an order; units that went back are taken again where they still can. */
async function obstacleTo(
  books: Books,
  checkout: CheckoutRow,
  payment: Payment,
  paid: Paid,
): Promise<RefundReason | null> {
  if (paid.amount !== checkout.total_price || paid.currency !== "usd" || payment.userId !== checkout.user_id) {
    return "amount"
  }
  if (checkout.status === "completed" || checkout.status === "refunded") return "twice"
  if (checkout.status === "held") return null
  try {
    await takeStock(books, { checkoutId: checkout.id, lines: await readUnits(books, checkout.id) })
    return null
  } catch (error) {
    if (error instanceof ShopError) return "stock"
    throw error
  }
}

/** Writes down that all of it goes back, tells the shopper, and gives back units that were still held. */
export async function refusePayment(
  books: Books,
  payment: Payment,
  paid: Paid,
  reason: RefundReason,
): Promise<Settled> {
  const { id: paymentId, userId, checkoutId } = payment
  const { intentId, amount } = paid
  const refundId = newObjectId(books.now())
  const words = refundReasons[reason]
  await succeedPayment(books, paymentId, intentId)
  await books.db
    .insertInto("refunds")
    .values({
      id: refundId,
      payment_id: paymentId,
      payment_intent_id: intentId,
      amount,
      reason: words,
      created_at: books.now(),
    })
    .execute()
  await noteIncident(books, { kind: "paid-without-order", intentId, userId, checkoutId, detail: words })
  if (checkoutId !== null) await giveUp(books, checkoutId)
  await tellShopper(books, payment, { amount, reason: words })
  return { kind: "refunding", refundId, reason }
}

async function giveUp(books: Books, checkoutId: string): Promise<void> {
  const { status } = await lockCheckout(books, checkoutId)
  if (status === "held") {
    await returnStock(books, { checkoutId, lines: await readUnits(books, checkoutId), reason: "release" })
  }
  if (status === "held" || status === "released") await closeCheckout(books, checkoutId, "refunded")
}

async function tellShopper(books: Books, { id, userId }: Payment, refund: { amount: Cents; reason: string }) {
  const user = await books.db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow()
  await queueMail(books, {
    kind: "payment-refunded",
    to: user.email,
    letter: paymentRefundedLetter(books.identity, { name: user.name, ...refund }),
    dedupeKey: `payment-refunded-${id}`,
  })
}

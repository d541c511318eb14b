import { formatCents } from "../money"
import { noteIncident, settleIncident } from "../payments/incidents.server"
import { closePayment } from "../payments/payments.server"
import { settleRefund } from "../payments/settle-refund.server"
import type { Shop } from "../shop"
import { endPayment } from "./end-payment.server"
import { finishTold } from "./finish-payment.server"
import { type Reconciliation, ReconciliationRound } from "./reconciliation-round"
import { releaseCheckout } from "./release-checkout.server"
import { findAbandonedHolds, findOpenPayments, findOwedRefunds, type OpenPayment } from "./unsettled.server"

/** A payment that takes this much longer than its hold is reported, in milliseconds. */
const STUCK_AFTER = 60 * 60_000

/**
 * Settles what was promised and may have been forgotten: paid without order, held and abandoned, paid but impossible,
 * refund asked for but not confirmed. Any number of processes may do so at once; a second run finds nothing to do.
 */
export async function reconcile(shop: Shop): Promise<Reconciliation> {
  const round = new ReconciliationRound(shop.log)
  // What is owed comes first: a round has little time when the payment service is slow.
  await round.each(await findOwedRefunds(shop), nameRefund, (refund) => giveBack(shop, refund.id, round))
  await round.each(await findAbandonedHolds(shop), nameHold, (hold) => releaseHold(shop, hold.id, round))
  await round.each(await findOpenPayments(shop), namePayment, (payment) => lookAt(shop, payment, round))
  return round.done
}

const nameHold = ({ id }: { id: string }) => `checkout ${id}`
const namePayment = ({ gatewayId, id }: OpenPayment) => `payment ${gatewayId ?? id}`
const nameRefund = ({ id }: { id: string }) => `refund ${id}`

/** One payment: was it paid, is its time over, or is all well? */
async function lookAt(shop: Shop, payment: OpenPayment, round: ReconciliationRound): Promise<void> {
  if (await finishIfPaid(shop, payment, round)) return
  const over = payment.end <= shop.now()
  const belongs = payment.held || payment.checkoutId === null
  if (!over && belongs) return
  if (payment.held && payment.checkoutId) return releaseHold(shop, payment.checkoutId, round, payment)
  const left = await endPayment(shop, payment)
  if (left?.status === "succeeded") await finishTold(shop, left, { obstacle: "unclaimed" })
  else if (left) round.wait(namePayment(payment), "the payment service is still working on it")
  else round.done.released++
}

async function finishIfPaid(shop: Shop, payment: OpenPayment, { done }: ReconciliationRound): Promise<boolean> {
  if (payment.gatewayId === null) return false
  const told = await shop.payments.find(payment.gatewayId)
  // What the gateway has never heard of, nobody can pay.
  if (told === null) await closePayment(shop, payment.id)
  if (told?.status !== "succeeded") return false
  const claim = payment.end <= shop.now() ? { obstacle: "unclaimed" as const } : undefined
  const outcome = await finishTold(shop, told, claim)
  if (outcome.kind !== "ordered" && outcome.kind !== "refunded") return false
  done.finished++
  if (outcome.kind === "ordered") await noteRecovery(shop, payment, outcome.orderId, told.intentId)
  return true
}

async function releaseHold(shop: Shop, id: string, round: ReconciliationRound, payment?: OpenPayment): Promise<void> {
  const release = await releaseCheckout(shop, { id })
  if (release === "released") round.done.released++
  if (release === "paid") round.done.finished++
  if (release !== "pending") return
  round.wait(`checkout ${id}`, "the payment service is still working on its payment")
  if (payment && shop.now().getTime() - payment.end.getTime() > STUCK_AFTER) await noteStuck(shop, payment)
}

async function giveBack(shop: Shop, id: string, round: ReconciliationRound): Promise<void> {
  await settleRefund(shop, id)
  const { status } = await shop.db.selectFrom("refunds").select("status").where("id", "=", id).executeTakeFirstOrThrow()
  if (status === "succeeded") round.done.refunded++
  if (status === "requested") round.wait(nameRefund({ id }), "the payment service is still working on it")
  if (status === "failed") round.wait(nameRefund({ id }), "the payment service cannot give it back")
}

async function noteRecovery(shop: Shop, payment: OpenPayment, orderId: string, intentId: string | null): Promise<void> {
  await noteIncident(shop, {
    kind: "order-recovered",
    intentId,
    orderId,
    userId: payment.userId,
    checkoutId: payment.checkoutId,
    detail: "Neither the browser nor the payment service told of this payment. Its order is written.",
    settled: true,
  })
  await settleIncident(shop, "payment-stuck", payment.gatewayId ?? "")
}

async function noteStuck(shop: Shop, { amount, userId, gatewayId, checkoutId }: OpenPayment): Promise<void> {
  await noteIncident(shop, {
    kind: "payment-stuck",
    intentId: gatewayId,
    userId,
    checkoutId,
    detail: `The payment service has been working on ${formatCents(amount)} for more than an hour.`,
  })
}

import { requireStaff, type Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { orderName, orderNumberIn } from "~/domain/orders/order"
import type { PaymentReceipt } from "~/domain/orders/receiving/receive-payment.server"
import { reopenUnpaidOrder } from "~/domain/orders/receiving/reopen-order.server"
import { undoReceivedPayment } from "~/domain/orders/receiving/undo-received-payment.server"
import { cancelPayout, requestPayout } from "~/domain/payouts/payouts.server"
import { assertWithinRefundLimits } from "~/domain/refunds/refund-limits.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { assertOpen, bookLine, decide, type LockedLine, lockLine, payoutOf } from "./book-line.server"
import { refreshOutcome } from "./refresh-outcome.server"

type Banker = Staff<"orders.refund">

interface ChosenOrder {
  id: string
  /** The number of an order, with or without `#` */
  order: string
}

/** Records a line for an order: in full, in part, or with a payout of what is too much. @throws ShopError `conflict` if the order takes no money */
export async function recordLine(shop: Shop, staff: Banker, { id, order }: ChosenOrder): Promise<PaymentReceipt> {
  return shop.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    const orderId = await findOrderId(tx, order)
    const receipt = await bookWithinLimits(tx, staff, line, orderId)
    if (receipt.kind === "cancelled")
      throw conflict(`Order ${orderName(receipt.orderNumber)} was cancelled: reopen it, or pay the money back`)
    if (receipt.kind === "already-paid")
      throw conflict(`Order ${orderName(receipt.orderNumber)} is already paid: pay the money back`)
    return receipt
  })
}

/**
 * Reopens a cancelled order for money that came late.
 * @throws ShopError `conflict` if its units are gone, `forbidden` for a person who may not reopen orders
 */
export async function reopenForLine(shop: Shop, staff: Banker, { id, order }: ChosenOrder): Promise<void> {
  const actor = requireStaff(staff, ["orders.cancel"])
  await shop.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    assertOpen(line)
    const orderId = await findOrderId(tx, order)
    await reopenUnpaidOrder(tx, { orderId, actor })
    await bookWithinLimits(tx, staff, line, orderId)
  })
}

/** @throws BeyondRefundLimit if what is too much is more than this person may pay back */
async function bookWithinLimits(tx: Tx, staff: Banker, line: LockedLine, orderId: string) {
  const receipt = await bookLine(tx, line, { orderId, actor: staff })
  const { payoutId, excess: amount } = receipt
  if (payoutId !== null) await assertWithinRefundLimits(tx, staff, { amount, payoutId })
  return receipt
}

async function findOrderId({ db }: Tx, order: string): Promise<string> {
  const query = db.selectFrom("orders").select("id").where("number", "=", orderNumberIn(order.trim()))
  return (await query.executeTakeFirstOrThrow(() => notFound(`There is no order ${order.slice(0, 20)}`))).id
}

/** Asks for a payout of all of a line’s money. @throws BeyondRefundLimit */
export async function returnLine(shop: Shop, staff: Banker, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    assertOpen(line)
    if (line.kind !== "credit") throw conflict("The bank took this money back itself")
    await assertWithinRefundLimits(tx, staff, line)
    const order = line.order_id && (await numberOf(tx, line.order_id))
    const reference = order ? `${orderName(order)}, paid back` : "Your payment, paid back"
    await requestPayout(tx, { ...payoutOf(line, line.amount), reference })
    await decide(tx, line, { status: "returned", actor: staff })
    await emit(tx, "bank-line.returned", { actor: staff, id, after: { amount: line.amount } })
  })
}

async function numberOf({ db }: Tx, orderId: string): Promise<number | null> {
  const found = await db.selectFrom("orders").select("number").where("id", "=", orderId).executeTakeFirst()
  return found?.number ?? null
}

/** Sets a line aside that is not for an order. */
export async function ignoreLine(shop: Shop, staff: Banker, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    assertOpen(line)
    await decide(tx, line, { status: "ignored", actor: staff })
    await emit(tx, "bank-line.ignored", { actor: staff, id, after: { amount: line.amount } })
  })
}

/**
 * Undoes what was decided about a line: its payment, and a payout that is not in a bank file yet.
 * @throws ShopError `conflict` if the order was sent, refunded or cancelled since, or the payout cannot be cancelled
 */
export async function undoLine(shop: Shop, staff: Banker, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const line = await lockLine(tx, id)
    if (line.status === "open") throw conflict("Nothing has been decided about this entry")
    if (line.status === "booked") await undoPaymentOf(tx, staff, id)
    if (line.status !== "ignored") await cancelPayoutOf(tx, staff, id)
    await decide(tx, line, { status: "open", actor: null })
    await refreshOutcome(tx, line)
    const before = { status: line.status, amount: line.amount }
    await emit(tx, "bank-line.reopened", { actor: staff, id, before, after: { status: "open" } })
  })
}

async function undoPaymentOf(tx: Tx, actor: Banker, lineId: string): Promise<void> {
  const query = tx.db.selectFrom("received_payments").select("id").where("bank_line_id", "=", lineId)
  const payment = await query.where("undone_at", "is", null).executeTakeFirst()
  if (payment) await undoReceivedPayment(tx, { id: payment.id, actor })
}

async function cancelPayoutOf(tx: Tx, actor: Banker, lineId: string): Promise<void> {
  const query = tx.db.selectFrom("payouts").select("id").where("bank_line_id", "=", lineId)
  const payout = await query.where("refund_id", "is", null).where("status", "<>", "cancelled").executeTakeFirst()
  if (payout) await cancelPayout(tx, { id: payout.id, actor })
}

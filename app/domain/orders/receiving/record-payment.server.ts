import type { Staff } from "~/domain/accounts/actor"
import type { Day } from "~/domain/days/days"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import type { Cents } from "~/domain/money/money"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { lockOrder } from "../lock-order.server"
import { receivePayment } from "./receive-payment.server"
import { readMissing } from "./received-payments.server"
import { reopenUnpaidOrder } from "./reopen-order.server"
import { undoReceivedPayment } from "./undo-received-payment.server"

/**
 * Records a payment that staff received, up to the amount that is missing; returns whether the order is now paid.
 * @throws ShopError `conflict` if nothing is to be paid
 */
export async function recordPayment(
  tx: Tx,
  staff: Staff<"orders.ship">,
  orderId: string,
  { amount, receivedOn }: { amount: Cents; receivedOn: Day },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order.status === "Cancelled") throw conflict("This order was cancelled. Reopen it before you record a payment.")
  if (order.payment_status !== "awaiting") throw conflict("This order is already paid")
  const today = todayOf(tx)
  if (receivedOn > today) throw invalid("This day is in the future", "receivedOn")
  const missing = await readMissing(tx, order)
  if (amount > missing) throw invalid(`Only ${formatAmount(tx, missing)} is missing`, "amount")
  const receivedAt = receivedOn === today ? tx.now() : daysOf(tx).startOf(receivedOn)
  const receipt = await receivePayment(tx, { orderId, amount, receivedAt, recordedBy: staff, bankLineId: null })
  return receipt.kind === "paid"
}

/** @throws ShopError as `undoReceivedPayment`, and `notFound` for a payment of another order */
export async function undoPayment(
  shop: Shop,
  staff: Staff<"orders.ship">,
  { orderId, id }: { orderId: string; id: string },
): Promise<void> {
  await shop.transaction(async (tx) => {
    const found = tx.db.selectFrom("received_payments").select(["order_id", "bank_line_id"]).where("id", "=", id)
    const payment = await found.executeTakeFirst()
    if (payment?.order_id !== orderId) throw notFound("No payment found")
    if (payment.bank_line_id !== null) throw conflict("This payment comes from a file of the bank: undo it there")
    await undoReceivedPayment(tx, { id, actor: staff })
  })
}

/** @throws ShopError as `reopenUnpaidOrder` */
export async function reopenOrder(shop: Shop, staff: Staff<"orders.cancel">, orderId: string): Promise<void> {
  await shop.transaction((tx) => reopenUnpaidOrder(tx, { orderId, actor: staff }))
}

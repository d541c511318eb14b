import type { Selectable } from "kysely"
import { sql } from "kysely"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Actor } from "~/domain/events/event"
import { orderName } from "~/domain/orders/order"
import { type PaymentReceipt, receivePayment } from "~/domain/orders/receiving/receive-payment.server"
import { requestPayout } from "~/domain/payouts/payouts.server"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

type Row = Selectable<Tables["bank_lines"]>

export interface LockedLine
  extends Pick<Row, "id" | "kind" | "outcome" | "status" | "order_id" | "currency" | "payer_name" | "payer_iban"> {
  amount: number
  bookedOn: string
}

/**
 * Locks a line, which every decision about it requires, before its order. Others, who hold the order, may still insert a
 * payout of this line.
 * @throws ShopError `notFound`
 */
export async function lockLine(tx: Tx, id: string): Promise<LockedLine> {
  return tx.db
    .selectFrom("bank_lines")
    .select(["id", "kind", "outcome", "status", "order_id", "currency", "payer_name", "payer_iban"])
    .select([sql<number>`amount::float8`.as("amount"), sql<string>`booked_on::text`.as("bookedOn")])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("There is no such entry"))
}

/** Refuses a second decision about a line. @throws ShopError `conflict` */
export function assertOpen({ status, outcome }: Pick<LockedLine, "status" | "outcome">): void {
  if (outcome === "known") throw conflict("An earlier file has this entry: decide there")
  if (status !== "open") throw conflict("Someone has decided about this entry before")
}

/** Records a line’s money for an order. What is beyond its total becomes a payout. */
export async function bookLine(
  tx: Tx,
  line: LockedLine,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<PaymentReceipt & { orderNumber: number; payoutId: string | null }> {
  assertOpen(line)
  if (line.kind !== "credit") throw conflict("The bank took this money back: undo its payment on the order’s page")
  const order = await tx.db
    .selectFrom("orders")
    .select(["number", "currency"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow(() => notFound("No order found"))
  if (order.currency !== line.currency)
    throw conflict(`This order is in ${order.currency}, and the money arrived in ${line.currency}`)
  const receivedAt = daysOf(tx).startOf(line.bookedOn)
  const payment = { orderId, amount: line.amount, receivedAt, recordedBy: actor, bankLineId: line.id }
  const receipt = await receivePayment(tx, payment)
  const reference = `${orderName(order.number)}, paid too much`
  const payoutId =
    receipt.kind === "over" ? await requestPayout(tx, { ...payoutOf(line, receipt.excess), reference }) : null
  if (receipt.kind !== "cancelled" && receipt.kind !== "already-paid")
    await decide(tx, line, { status: "booked", orderId, actor })
  return { ...receipt, orderNumber: order.number, payoutId }
}

export function payoutOf({ id, currency, payer_name: name, payer_iban: iban }: LockedLine, amount: number) {
  return { refundId: null, bankLineId: id, amount, currency, payee: { name, iban } }
}

interface Decision {
  status: Row["status"]
  orderId?: string
  actor: Actor | null
}

export async function decide(tx: Tx, { id }: Pick<LockedLine, "id">, { status, orderId, actor }: Decision) {
  const decided = status === "open" ? null : tx.now()
  await tx.db
    .updateTable("bank_lines")
    .set({ status, decided_at: decided, decided_by: decided && (actor?.id ?? null) })
    .$if(orderId !== undefined, (query) => query.set({ order_id: orderId ?? null }))
    .where("id", "=", id)
    .execute()
}

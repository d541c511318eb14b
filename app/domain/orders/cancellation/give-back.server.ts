import { sql } from "kysely"
import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import { returnStock } from "~/domain/inventory/stock.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { type Cents, sum } from "~/domain/money/money"
import { requestPayout } from "~/domain/payouts/payouts.server"
import { type Refund, requestRefund } from "~/domain/refunds/refunds.server"
import type { Tx } from "~/domain/shop"
import { type LockedOrder, leftToRefund } from "../lock-order.server"
import { orderName } from "../order"
import { amountDue, splitRefund } from "./offline-money"
import type { PlannedUnits, RefundPlan } from "./refund-plan.server"
import type { Sale } from "./sale.server"

export interface GivenBack extends Pick<RefundPlan, "next"> {
  orderId: string
  amount: Cents
  /** The part of the amount that the customer gets back: they had not paid the rest. */
  paidBack: Cents
  /** Empty if nothing is refunded; one that moves money is the last. */
  refunds: readonly Refund[]
  by: Actor | null
}

/**
 * Writes lines, refund and stock. The caller emits the event, and sends the money after the transaction with
 * `completeRefund`.
 */
export async function giveBack(
  tx: Tx,
  { order, money }: Pick<Sale, "order" | "money">,
  { amount, units, credited, isProvisional, next, isOfPayments = false }: RefundPlan,
  { reason, by }: { reason: string; by: Actor | null },
): Promise<GivenBack> {
  const { id: orderId } = order
  await bookUnits(tx, units)
  const written = units.map(({ line, writtenOff: quantity }) => ({ line, quantity }))
  const writtenOff = isProvisional ? written.filter(({ quantity }) => quantity > 0) : null
  const asked = { reason, requestedBy: by?.id ?? null, writtenOff }
  const due = money && (isOfPayments ? 0 : amountDue(order.total_price, money))
  const refunds: Refund[] = []
  for (const part of splitRefund(due, { amount, credited })) {
    if (part.payout === "waived" && amount < leftToRefund(order))
      await notePaidByWaiver(tx, { order, money }, part.amount)
    const refund = await requestRefund(tx, order, { ...asked, ...part, units: part.credited })
    refunds.push(refund)
    if (part.payout === "bank") await payOut(tx, order, refund)
    // In case the process ends before it reports the outcome
    if (next === "report") await addJob(tx, "notify-refund", { id: refund.id }, { delay: 2 * MINUTE })
  }
  const lines = units.map(({ variantId, restocked }) => ({ variantId, quantity: restocked }))
  if (lines.some(({ quantity }) => quantity > 0))
    await returnStock(tx, { orderId, actorId: by?.id, reason: "restock", lines })
  const paidBack = sum(refunds.map((refund) => (refund.payout === "waived" ? 0 : refund.amount)))
  return { orderId, amount, paidBack, refunds, by, next }
}

/** Returns the refund that stands for all of them. */
export function refundIdOf({ refunds }: Pick<GivenBack, "refunds">): string | null {
  return refunds.at(-1)?.id ?? null
}

/** Asks for a transfer to the account that the last payment came from. */
async function payOut(tx: Tx, order: LockedOrder, refund: Refund): Promise<void> {
  const payer = await tx.db
    .selectFrom("received_payments")
    .innerJoin("bank_lines", "bank_lines.id", "bank_line_id")
    .select(["payer_name as name", "payer_iban as iban", "bank_lines.id as bankLineId"])
    .where("received_payments.order_id", "=", order.id)
    .where("undone_at", "is", null)
    .orderBy("received_payments.id", "desc")
    .executeTakeFirst()
  await requestPayout(tx, {
    ...{ refundId: refund.id, bankLineId: payer?.bankLineId ?? null, amount: refund.amount, currency: order.currency },
    payee: { name: payer?.name || order.user_name, iban: payer?.iban || null },
    reference: `Refund of order ${orderName(order.number)}`,
  })
}

/** An order that was paid in part is paid once the rest is no longer due, unless nothing is left of it. */
async function notePaidByWaiver(tx: Tx, { order, money }: Pick<Sale, "order" | "money">, waived: Cents): Promise<void> {
  if (money === null || money.received === 0 || order.payment_status !== "awaiting") return
  if (amountDue(order.total_price, money) > waived) return
  const paid = { payment_status: "succeeded" as const, paid_at: tx.now() }
  await tx.db.updateTable("orders").set(paid).where("id", "=", order.id).execute()
  await emit(tx, "order.settled", { order: { ...order, ...paid } })
}

/** The caller holds the order's lock. */
export async function bookUnits({ db }: Tx, units: readonly Omit<PlannedUnits, "variantId">[]): Promise<void> {
  if (units.length === 0) return
  const ids = units.map(({ line }) => line)
  const restocked = units.map((unit) => unit.restocked)
  const writtenOff = units.map((unit) => unit.writtenOff - unit.recovered)
  await sql`
    update order_lines set returned_quantity = returned_quantity + restocked,
      written_off_quantity = written_off_quantity + written_off
    from unnest(${ids}::text[], ${restocked}::integer[], ${writtenOff}::integer[]) booked (line, restocked, written_off)
    where id = line`.execute(db)
}

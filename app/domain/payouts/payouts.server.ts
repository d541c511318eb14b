import { sql } from "kysely"
import { cleanIban, isIban } from "~/domain/bank-transfer/iban"
import { ERASED_NAME } from "~/domain/erased-name"
import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import { type Cents, MAX_CENTS } from "~/domain/money/money"
import { newObjectId } from "~/domain/object-id.server"
import { recordRefundResult } from "~/domain/refunds/process-refund.server"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"

interface RequestedPayout {
  /** The refund that it sends; null for money that never belonged to an order's total */
  refundId: string | null
  /** The entry of the bank's file with the money that goes back */
  bankLineId: string | null
  amount: Cents
  currency: string
  /** Null if it has to be asked for; an invalid IBAN counts as unknown. */
  payee: { name: string; iban: string | null } | null
  /** The text that the payee reads on the statement */
  reference: string
}

/** The longest name and text of a credit transfer */
const MAX_NAME = 70
const MAX_REFERENCE = 140

/** Returns the payout's id. @throws ShopError `conflict` for an amount that an entry of a bank may have, but no payout */
export async function requestPayout(tx: Tx, payout: RequestedPayout): Promise<string> {
  if (payout.amount > MAX_CENTS)
    throw conflict("This is more than one payout can be: pay it back at your bank, and set the entry aside")
  const id = newObjectId(tx.now())
  const iban = cleanIban(payout.payee?.iban ?? "")
  await tx.db
    .insertInto("payouts")
    .values({
      id,
      refund_id: payout.refundId,
      bank_line_id: payout.bankLineId,
      amount: payout.amount,
      currency: payout.currency,
      payee_name: cut(payout.payee?.name ?? "", MAX_NAME),
      payee_iban: isIban(iban) ? iban : null,
      reference: cut(payout.reference, MAX_REFERENCE),
      created_at: tx.now(),
    })
    .execute()
  return id
}

interface PayoutStep {
  id: string
  actor: Actor
}

/**
 * Records that the bank has sent it. The refund that it sends, if any, has then succeeded.
 * @throws ShopError `conflict` if it was sent or cancelled before
 */
export async function finishPayout(tx: Tx, { id, actor }: PayoutStep): Promise<void> {
  const { refund_id: refundId, status, amount } = await findPayoutRow(tx, id)
  // First the refund and its order, which others lock before a payout.
  if (refundId !== null) await recordSentRefund(tx, refundId)
  const done = await tx.db
    .updateTable("payouts")
    .set({ status: "done", done_at: tx.now(), done_by: actor.id })
    .where("id", "=", id)
    .where("status", "in", ["open", "exported"])
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw conflict("This payout is already paid or cancelled")
  await emit(tx, "payout.finished", { actor, id, before: { status }, after: { status: "done", amount } })
}

async function recordSentRefund(tx: Tx, refundId: string): Promise<void> {
  const query = tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId)
  const refund = await query.executeTakeFirstOrThrow(() => notFound("There is no such refund"))
  await recordRefundResult(tx, refund, { id: null, status: "succeeded", failure: null })
}

/**
 * Cancels a payout of money that never belonged to an order's total.
 * @throws ShopError `conflict` if it sends a refund, or is in a bank file, or was sent or cancelled before
 */
export async function cancelPayout(tx: Tx, { id, actor }: PayoutStep): Promise<void> {
  const { refund_id: refundId, amount } = await findPayoutRow(tx, id)
  if (refundId !== null) throw conflict("This payout sends a refund, which the customer has been promised")
  const cancelled = await tx.db
    .updateTable("payouts")
    .set({ status: "cancelled" })
    .where("id", "=", id)
    .where("status", "=", "open")
    .executeTakeFirst()
  if (cancelled.numUpdatedRows === 0n)
    throw conflict("This payout is already in a bank file, paid or cancelled, so it cannot be cancelled")
  await emit(tx, "payout.cancelled", { actor, id, before: { status: "open", amount }, after: { status: "cancelled" } })
}

/**
 * Lets a payout wait again that was cancelled by mistake; returns its amount.
 * @throws ShopError `conflict` if it is not cancelled, or its money is no longer left over
 */
export async function reopenPayout(tx: Tx, { id, actor }: PayoutStep): Promise<Cents> {
  const { bank_line_id: lineId, amount } = await findPayoutRow(tx, id)
  if (lineId !== null && (await lockLeftOver(tx, lineId)) !== amount)
    throw conflict("Someone has made a new decision about this entry of the bank’s file. Please decide on its page")
  const reopened = await tx.db
    .updateTable("payouts")
    .set({ status: "open" })
    .where("id", "=", id)
    .where("status", "=", "cancelled")
    .executeTakeFirst()
  if (reopened.numUpdatedRows === 0n) throw conflict("This payout is not cancelled")
  await emit(tx, "payout.reopened", { actor, id, before: { status: "cancelled", amount }, after: { status: "open" } })
  return amount
}

/** Returns how much of an entry's money goes back by its decision; null while there is none. Locks the entry. */
async function lockLeftOver({ db }: Tx, lineId: string): Promise<Cents | null> {
  const line = await db
    .selectFrom("bank_lines")
    .select(sql<number>`amount::float8`.as("amount"))
    .where("id", "=", lineId)
    .where("status", "in", ["booked", "returned"])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!line) return null
  const { recorded } = await db
    .selectFrom("received_payments")
    .select(sql<number>`coalesce(sum(amount), 0)::float8`.as("recorded"))
    .where("bank_line_id", "=", lineId)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow()
  return line.amount - recorded
}

/** Removes the names and accounts of payees from the payouts of these orders; none of them waits. */
export async function anonymizePayouts({ db }: Tx, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable("payouts")
    .set({ payee_name: ERASED_NAME, payee_iban: null })
    .where("refund_id", "in", db.selectFrom("refunds").select("id").where("order_id", "in", orderIds))
    .where("status", "in", ["done", "cancelled"])
    .execute()
}

async function findPayoutRow({ db }: Tx, id: string) {
  const query = db.selectFrom("payouts").select(["refund_id", "bank_line_id", "status", "amount"]).where("id", "=", id)
  return query.executeTakeFirstOrThrow(() => notFound("There is no such payout"))
}

import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { declineRefundsOfReturn } from "~/domain/orders/cancellation/refund-requests.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { type LockedReturn, lockReturn } from "./lock-return.server"
import type { ReturnStatus } from "./return"
import { chooseUnits, returnableLines } from "./returnable-lines.server"

/** Marks units that have arrived, or were proven to be sent */
export async function receiveReturn(shop: Shop, staff: Staff<"orders.refund">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, ["requested"])
    const step = await setStatus(tx, locked, { status: "received", refusal: null })
    await emit(tx, "return.received", { actor: staff, ...step })
  })
}

/** @throws ShopError `conflict` for a confirmed withdrawal, which cannot be declined */
export async function declineReturn(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  refusal: string,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, ["declared", "requested", "received"])
    const { kind, status } = locked.record
    if (kind === "withdrawal" && status !== "declared")
      throw conflict("A confirmed withdrawal cannot be declined: withdrawal is a legal right")
    const step = await setStatus(tx, locked, { status: "declined", refusal })
    await declineRefundsOfReturn(tx, staff, locked.sale.order, { returnId: id, reason: "The return is declined" })
    await emit(tx, "return.declined", { actor: staff, ...step })
  })
}

/** Undoes the last step, except a refund. */
export async function reopenReturn(shop: Shop, staff: Staff<"orders.refund">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, ["received", "declined"])
    const { status, received_at, confirm_token_hash } = locked.record
    const isDeclared = confirm_token_hash !== null
    if (locked.record.kind === "withdrawal" && status === "declined" && !isDeclared)
      throw conflict("This withdrawal can no longer be confirmed")
    if (status === "declined" && !isDeclared) await assertStillThere(tx, locked)
    const before = isDeclared ? "declared" : received_at && status === "declined" ? "received" : "requested"
    const step = await setStatus(tx, locked, { status: before, refusal: null })
    if (before === "requested")
      await declineRefundsOfReturn(tx, staff, locked.sale.order, {
        returnId: id,
        reason: "The return has not been received",
      })
    await emit(tx, "return.reopened", { actor: staff, ...step })
  })
}

/** A declined return reserves nothing, so another one may contain its units. */
async function assertStillThere(tx: Tx, { sale, record }: LockedReturn): Promise<void> {
  const units = tx.db.selectFrom("return_lines").select(["order_line_id as line", "quantity"])
  chooseUnits(returnableLines(sale.lines), await units.where("return_id", "=", record.id).execute())
}

async function setStatus(
  tx: Tx,
  { sale: { order }, record }: LockedReturn,
  { status, refusal }: { status: Exclude<ReturnStatus, "refunded">; refusal: string | null },
) {
  const now = tx.now()
  const changed = await tx.db
    .updateTable("returns")
    .set({
      status,
      refusal,
      received_at:
        status === "requested" ? null : status === "received" ? (record.received_at ?? now) : record.received_at,
      closed_at: status === "declined" ? now : null,
    })
    .where("id", "=", record.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return {
    id: order.id,
    order,
    record: changed,
    before: { status: record.status, ...(record.refusal && { refusal: record.refusal }) },
    after: { status, ...(refusal && { refusal }) },
    customerId: order.user_id,
  }
}

import type { Tx } from "~/domain/shop"
import type { LockedLine } from "./book-line.server"
import { LineMatcher, mentionedNumbers } from "./match-lines"
import { findPayableOrders } from "./payable-orders.server"

/** Matches an open line again, after its order or another line has changed. The caller has locked the line. */
export async function refreshOutcome(tx: Tx, { id }: Pick<LockedLine, "id">): Promise<void> {
  const query = tx.db.selectFrom("bank_lines").select(["kind", "amount", "currency", "reference", "text", "outcome"])
  const line = await query.where("id", "=", id).executeTakeFirstOrThrow()
  if (line.outcome === "known") return
  const entry = { ...line, amount: Number(line.amount) }
  const orders = await findPayableOrders(tx, mentionedNumbers([entry]), id)
  const { outcome, orderId } = new LineMatcher(orders, tx.settings.current.pricing.currency).match(entry)
  await tx.db.updateTable("bank_lines").set({ outcome, order_id: orderId }).where("id", "=", id).execute()
}

import { type Selectable, sql } from "kysely"
import { returnStock } from "~/domain/inventory/stock.server"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { lockOrderEvenDeleted } from "../lock-order.server"
import type { ReturnedUnits } from "../order"

interface OrderReturn {
  orderId: string
  returned: readonly ReturnedUnits[]
}

/** The caller holds the order's lock; units of purged products have no stock to return to. */
export async function restock(
  tx: Tx,
  { orderId, returned, actorId }: OrderReturn & { actorId: string | null },
): Promise<void> {
  const returning = await validateReturn(tx, { orderId, returned }, "notBack")
  for (const { id, quantity } of returning) {
    await tx.db
      .updateTable("order_lines")
      .set({
        returned_quantity: sql`returned_quantity + ${quantity}`,
        written_off_quantity: sql`least(written_off_quantity, quantity - returned_quantity - ${quantity})`,
      })
      .where("id", "=", id)
      .execute()
  }
  await returnStock(tx, { orderId, actorId: actorId ?? undefined, reason: "restock", lines: returning })
}

/** The caller holds the order's lock. */
export async function writeOff(tx: Tx, units: OrderReturn): Promise<void> {
  for (const { id, quantity } of await validateReturn(tx, units, "outside")) {
    await tx.db
      .updateTable("order_lines")
      .set((row) => ({ written_off_quantity: row("written_off_quantity", "+", quantity) }))
      .where("id", "=", id)
      .execute()
  }
}

/** Takes back what a failed refund wrote off, or repeats it if the refund arrives after all; leaves the units of a cancelled order. */
export async function correctWriteOff(
  tx: Tx,
  { order_id: id, written_off: units }: Pick<Selectable<Tables["refunds"]>, "order_id" | "written_off">,
  correction: "take-back" | "repeat",
): Promise<void> {
  if (id === null || units === null || (await lockOrderEvenDeleted(tx, id)).status === "Cancelled") return
  for (const { line, quantity } of units) {
    const change = correction === "repeat" ? quantity : -quantity
    const all = sql<number>`greatest(0, least(written_off_quantity + ${change}, quantity - returned_quantity))`
    await tx.db.updateTable("order_lines").set({ written_off_quantity: all }).where("id", "=", line).execute()
  }
}

/** Units that have neither returned nor been written off. */
export async function outstandingUnits(tx: Tx, orderId: string): Promise<ReturnedUnits[]> {
  const lines = await soldLines(tx, orderId)
  return lines.map(({ id, outside }) => ({ line: id, quantity: outside }))
}

/** Units that have not returned, written off or not. */
export async function unreturnedUnits(tx: Tx, orderId: string): Promise<ReturnedUnits[]> {
  const lines = await soldLines(tx, orderId)
  return lines.map(({ id, notBack }) => ({ line: id, quantity: notBack }))
}

const limitSentences = { notBack: "can still be returned to stock", outside: "can still be refunded" }

async function validateReturn(tx: Tx, { orderId, returned }: OrderReturn, limit: keyof typeof limitSentences) {
  const lines = await soldLines(tx, orderId)
  if (new Set(returned.map(({ line }) => line)).size < returned.length) {
    throw invalid("Please list each line only once", "units")
  }
  return returned.flatMap(({ line: id, quantity }) => {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("This order has no such item", "units")
    if (quantity > line[limit]) throw invalid(`Only ${line[limit]} of ${line.name} ${limitSentences[limit]}`, "units")
    return quantity > 0 ? [{ id, quantity, variantId: line.variantId }] : []
  })
}

async function soldLines(tx: Tx, orderId: string) {
  const rows = await tx.db
    .selectFrom("order_lines")
    .select(["id", "variant_id", "name", "quantity", "returned_quantity", "written_off_quantity"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute()
  return rows.map((row) => {
    const notBack = row.quantity - row.returned_quantity
    const outside = notBack - row.written_off_quantity
    return { id: row.id, variantId: row.variant_id, name: row.name, notBack, outside }
  })
}

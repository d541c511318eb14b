import type { Selectable } from "kysely"
import { sum } from "~/domain/money/money"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import { bookUnits } from "./give-back.server"
import { outstanding } from "./refund-plan.server"
import { lockSale } from "./sale.server"

/** Takes back what a failed refund wrote off, or repeats it if the refund arrives after all; leaves the units of a cancelled order. */
export async function correctWriteOff(
  tx: Tx,
  { order_id: id, written_off: units }: Pick<Selectable<Tables["refunds"]>, "order_id" | "written_off">,
  correction: "take-back" | "repeat",
): Promise<void> {
  if (id === null || !units?.length) return
  const { order, lines } = await lockSale(tx, id, { evenDeleted: true })
  if (order.status === "Cancelled") return
  const corrected = lines.flatMap((line) => {
    const quantity = sum(units.map((unit) => (unit.line === line.id ? unit.quantity : 0)))
    const writtenOff =
      correction === "repeat" ? Math.min(quantity, outstanding(line)) : -Math.min(quantity, line.writtenOffQuantity)
    return writtenOff === 0 ? [] : [{ line: line.id, restocked: 0, recovered: 0, writtenOff }]
  })
  await bookUnits(tx, corrected)
}

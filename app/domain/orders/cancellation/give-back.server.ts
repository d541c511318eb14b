import { sql } from "kysely"
import { MINUTE } from "~/domain/durations"
import type { Actor } from "~/domain/events/event"
import { returnStock } from "~/domain/inventory/stock.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Cents } from "~/domain/money/money"
import { type Refund, requestRefund } from "~/domain/refunds/refunds.server"
import type { Tx } from "~/domain/shop"
import type { PlannedUnits, RefundPlan } from "./refund-plan.server"
import type { Sale } from "./sale.server"

export interface GivenBack extends Pick<RefundPlan, "next"> {
  orderId: string
  amount: Cents
  /** Null if nothing is refunded */
  refund: Refund | null
  by: Actor | null
}

/**
 * Writes lines, refund and stock. The caller emits the event, and sends the money after the transaction with
 * `completeRefund`.
 */
export async function giveBack(
  tx: Tx,
  { order }: Pick<Sale, "order">,
  { amount, units, credited, isProvisional, next }: RefundPlan,
  { reason, by }: { reason: string; by: Actor | null },
): Promise<GivenBack> {
  const { id: orderId } = order
  await bookUnits(tx, units)
  const written = units.map(({ line, writtenOff: quantity }) => ({ line, quantity }))
  const writtenOff = isProvisional ? written.filter(({ quantity }) => quantity > 0) : null
  const asked = { amount, reason, requestedBy: by?.id ?? null, units: credited, writtenOff }
  const refund = amount > 0 ? await requestRefund(tx, order, asked) : null
  // In case the process ends before it reports the outcome
  if (refund && next === "report") await addJob(tx, "notify-refund", { id: refund.id }, { delay: 2 * MINUTE })
  const lines = units.map(({ variantId, restocked }) => ({ variantId, quantity: restocked }))
  if (lines.some(({ quantity }) => quantity > 0))
    await returnStock(tx, { orderId, actorId: by?.id, reason: "restock", lines })
  return { orderId, amount, refund, by, next }
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

import { sql } from "kysely"
import type { ReturnedUnits } from "~/domain/orders/order"
import type { Queryable } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"

export interface ReturnableLine {
  id: string
  name: string
  /** Why it is exempt from withdrawal */
  exemption: string | null
  /** Neither returned nor refunded */
  outside: number
  /** Of these, those without an open return */
  available: number
}

export async function readReturnableLines({ db }: Queryable, orderId: string): Promise<ReturnableLine[]> {
  const outside = sql<number>`quantity - returned_quantity - written_off_quantity`
  const open = sql`(
    select coalesce(sum(return_lines.quantity), 0)::integer from return_lines join returns on returns.id = return_id
    where order_line_id = order_lines.id and closed_at is null)`
  return db
    .selectFrom("order_lines")
    .select(["id", "name", "withdrawal_exemption as exemption", outside.as("outside")])
    .select(sql<number>`greatest(${outside} - ${open}, 0)`.as("available"))
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute()
}

export function countAvailable(lines: readonly Pick<ReturnableLine, "available">[]): number {
  return lines.reduce((sum, { available }) => sum + available, 0)
}

/** @throws ShopError `conflict` if other units are available than when the page was opened: a second press finds fewer */
export function assertAvailable(lines: readonly ReturnableLine[], shown: number): void {
  if (countAvailable(lines) !== shown)
    throw conflict("Something of this order has been given back in the meantime: please check it again")
}

/** For mails */
export function namedUnits(lines: readonly ReturnableLine[], units: readonly ReturnedUnits[]) {
  return units.map(({ line, quantity }) => ({ name: lines.find(({ id }) => id === line)?.name ?? "", quantity }))
}

/** @throws ShopError `invalid` for units that are not there, or if none are chosen */
export function chooseUnits(lines: readonly ReturnableLine[], units: readonly ReturnedUnits[]): ReturnedUnits[] {
  const chosen = units.filter(({ quantity }) => quantity > 0)
  if (chosen.length === 0) throw invalid("Choose at least one unit", "units")
  if (new Set(chosen.map(({ line }) => line)).size < chosen.length)
    throw invalid("Please list each line only once", "units")
  for (const { line: id, quantity } of chosen) {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("This order has no such item", "units")
    if (quantity <= line.available) continue
    throw invalid(`Only ${line.available} of ${line.name} can be given back`, "units")
  }
  return chosen
}

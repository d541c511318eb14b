import { outstanding } from "~/domain/orders/cancellation/refund-plan.server"
import { readSale, type SoldLine } from "~/domain/orders/cancellation/sale.server"
import type { ReturnedUnits } from "~/domain/orders/order"
import type { Queryable } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"

export interface ReturnableLine {
  id: string
  name: string
  /** The reason why it is exempt from withdrawal */
  exemption: string | null
  /** Units neither returned nor refunded */
  outside: number
  /** Those of them without an open return */
  available: number
}

export async function readReturnableLines(shop: Queryable, orderId: string): Promise<ReturnableLine[]> {
  return returnableLines((await readSale(shop, orderId)).lines)
}

export function returnableLines(lines: readonly SoldLine[]): ReturnableLine[] {
  return lines.map((line) => {
    const { id, name, exemption, coming } = line
    return { id, name, exemption, outside: outstanding(line), available: Math.max(0, outstanding(line) - coming) }
  })
}

export function countAvailable(lines: readonly Pick<ReturnableLine, "available">[]): number {
  return lines.reduce((sum, { available }) => sum + available, 0)
}

/**
 * @throws ShopError `conflict` if other units are available than when the page was opened: a second click finds fewer
 */
export function assertAvailable(lines: readonly ReturnableLine[], shown: number): void {
  if (countAvailable(lines) !== shown)
    throw conflict("Some items of this order have since been returned: please check it again")
}

/** A text for mails */
export function unitsWithNames(lines: readonly ReturnableLine[], units: readonly ReturnedUnits[]) {
  return units.map(({ line, quantity }) => ({ name: lines.find(({ id }) => id === line)?.name ?? "", quantity }))
}

/** @throws ShopError `invalid` for unavailable units, or if none are chosen */
export function chooseUnits(lines: readonly ReturnableLine[], units: readonly ReturnedUnits[]): ReturnedUnits[] {
  const chosen = units.filter(({ quantity }) => quantity > 0)
  if (chosen.length === 0) throw invalid("Choose at least one unit", "units")
  if (new Set(chosen.map(({ line }) => line)).size < chosen.length)
    throw invalid("Please list each item only once", "units")
  for (const { line: id, quantity } of chosen) {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("This order has no such item", "units")
    if (quantity <= line.available) continue
    throw invalid(`Only ${line.available} of ${line.name} can be returned`, "units")
  }
  return chosen
}

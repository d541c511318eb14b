import type { Staff } from "~/domain/accounts/actor"
import type { Tx } from "~/domain/shop"
import { ShopError, type ShopErrorKind } from "~/domain/shop-error"
import { type AdvanceFields, advanceOrderInTransaction } from "../advance-order.server"
import { orderName } from "../order"

interface Shipment extends AdvanceFields {
  id: string
  /** The index in the form */
  row: number
}

const ofOneRow: ShopErrorKind[] = ["invalid", "conflict", "notFound"]

/**
 * Ships each order as `advanceOrder` does.
 * @throws ShopError `conflict` with a message for each row that cannot be shipped; then none is
 */
export async function shipOrders(tx: Tx, staff: Staff<"orders.ship">, shipments: readonly Shipment[]): Promise<void> {
  const refused: { row: number; id: string; error: ShopError }[] = []
  // Locks in the order of the ids, so that two forms never deadlock.
  for (const { id, row, ...parcel } of shipments.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    try {
      await advanceOrderInTransaction(tx, staff, id, "Shipped", parcel)
    } catch (error) {
      if (!(error instanceof ShopError) || !ofOneRow.includes(error.kind)) throw error
      refused.push({ row, id, error })
    }
  }
  if (refused.length === 0) return
  const numbers = await readNumbers(
    tx,
    refused.map(({ id }) => id),
  )
  const messages = refused
    .sort((one, other) => one.row - other.row)
    .map(({ row, id, error: { field, message } }) => {
      const number = numbers.get(id)
      const name = `orders[${row}].${field === "carrier" ? "carrier" : "ship"}`
      return [name, number === undefined ? message : `${orderName(number)}: ${message}`]
    })
  throw new ShopError("conflict", "None of these orders has been shipped", { messages: Object.fromEntries(messages) })
}

async function readNumbers({ db }: Tx, ids: string[]): Promise<Map<string, number>> {
  const orders = db.selectFrom("orders").select(["id", "number"]).where("id", "in", ids)
  return new Map((await orders.where("deleted_at", "is", null).execute()).map(({ id, number }) => [id, number]))
}

import { returnStock } from "../catalog/stock.server"
import type { Books } from "../shop"
import { invalid } from "../shop-error"

export interface ReturnedUnits {
  /** The order line's id. */
  line: string
  quantity: number
}

/**
 * Puts units of an order back on the shelf, through the ledger, and writes down how many of each line came back. The
 * caller holds the order's lock. Units of a product that exists no more have no shelf to go to.
 * @throws ShopError `invalid` when more would come back than was sold
 */
export async function restock(
  books: Books,
  { orderId, returned, actorId }: { orderId: string; returned: readonly ReturnedUnits[]; actorId: string },
): Promise<void> {
  const lines = await soldLines(books, orderId)
  if (new Set(returned.map(({ line }) => line)).size < returned.length) {
    throw invalid("Please name every line once", "units")
  }
  const coming = returned.flatMap(({ line: id, quantity }) => {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("There is no such line in this order", "units")
    const outside = line.quantity - line.returned_quantity
    if (quantity > outside) throw invalid(`Only ${outside} of ${line.name} can still come back to stock`, "units")
    return quantity > 0 ? [{ id, quantity, product: line.product_id, hasShelf: line.has_shelf }] : []
  })
  for (const { id, quantity } of coming) {
    await books.db
      .updateTable("order_lines")
      .set((row) => ({ returned_quantity: row("returned_quantity", "+", quantity) }))
      .where("id", "=", id)
      .execute()
  }
  await returnStock(books, { orderId, actorId, reason: "restock", lines: coming.filter((line) => line.hasShelf) })
}

/** Every unit of an order that has not come back yet. */
export async function unitsOutside(books: Books, orderId: string): Promise<ReturnedUnits[]> {
  const lines = await soldLines(books, orderId)
  return lines.map((line) => ({ line: line.id, quantity: line.quantity - line.returned_quantity }))
}

function soldLines(books: Books, orderId: string) {
  return books.db
    .selectFrom("order_lines")
    .select(["id", "product_id", "name", "quantity", "returned_quantity"])
    .select((row) =>
      row
        .exists(row.selectFrom("products").select("products.id").whereRef("products.id", "=", "order_lines.product_id"))
        .as("has_shelf"),
    )
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute()
}

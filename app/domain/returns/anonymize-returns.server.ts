import { ERASED_NAME } from "../erased-name"
import type { Tx } from "../shop"

/** Empties what names a person in the returns of anonymized orders. */
export async function anonymizeReturns({ db }: Tx): Promise<void> {
  await db
    .updateTable("returns")
    .from("orders")
    .set({ name: "", email: "", reason: "", items: "" })
    .whereRef("orders.id", "=", "returns.order_id")
    .where("orders.user_name", "=", ERASED_NAME)
    .where("returns.email", "<>", "")
    .execute()
}

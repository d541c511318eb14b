import { sql } from "kysely"
import { anonymizedShippingInfo } from "~/domain/shipping/shipping.server"
import type { Tx } from "~/domain/shop"

/** Whether units are held for a member, so that a payment of theirs may be under way. */
export async function hasHeldCheckout(tx: Tx, userId: string): Promise<boolean> {
  const held = tx.db.selectFrom("checkouts").select("id").where("user_id", "=", userId).where("status", "=", "held")
  return (await held.executeTakeFirst()) !== undefined
}

/** Clears where it was to go from the closed checkouts of erased accounts. */
export async function anonymizeClosedCheckouts(tx: Tx): Promise<void> {
  const erased = tx.db.selectFrom("users").select("id").where("erased_at", "is not", null)
  await tx.db
    .updateTable("checkouts")
    .set({ shipping_info: anonymizedShippingInfo })
    .where("user_id", "in", erased)
    .where("status", "<>", "held")
    .where(sql<string>`shipping_info ->> 'phoneNo'`, "<>", "")
    .execute()
}

/** Deletes a product's lines from checkouts that were released without payment before a moment. */
export async function deleteAbandonedLines(tx: Tx, productId: string, before: Date): Promise<void> {
  const abandoned = tx.db
    .selectFrom("checkouts")
    .select("id")
    .where("status", "=", "released")
    .where("closed_at", "<", before)
  await tx.db
    .deleteFrom("checkout_lines")
    .where("product_id", "=", productId)
    .where("checkout_id", "in", abandoned)
    .execute()
}

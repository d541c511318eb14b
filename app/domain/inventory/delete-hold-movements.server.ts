import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/** Deletes what checkouts that came to nothing have moved: units held and units released, which add up to none. */
export async function deleteHoldMovements(tx: Tx, checkoutIds: readonly string[]): Promise<void> {
  await tx.db.deleteFrom("stock_ledger").where(sql<boolean>`checkout_id = any(${checkoutIds})`).execute()
}

import { sql } from "kysely"
import type { Tx } from "~/domain/shop"

/** Held and released units of these checkouts add up to zero. */
export async function deleteHoldMovements(tx: Tx, checkoutIds: readonly string[]): Promise<void> {
  await tx.db.deleteFrom("stock_ledger").where(sql<boolean>`checkout_id = any(${checkoutIds})`).execute()
}

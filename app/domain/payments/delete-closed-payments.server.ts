import { sql } from "kysely"
import { deleteInBatches } from "~/domain/jobs/delete-in-batches.server"
import type { Shop, Tx } from "~/domain/shop"

export async function deletePaymentsOf(tx: Tx, checkoutIds: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom("payments")
    .where("status", "=", "cancelled")
    .where(sql<boolean>`checkout_id = any(${checkoutIds})`)
    .execute()
}

export async function deleteUnusedPayments({ db }: Shop, before: Date): Promise<void> {
  await deleteInBatches((most) => {
    const unused = db
      .selectFrom("payments")
      .select("id")
      .where("status", "=", "cancelled")
      .where("checkout_id", "is", null)
      .where("closed_at", "<", before)
      .limit(most)
    return db.deleteFrom("payments").where("id", "in", unused).executeTakeFirstOrThrow()
  })
}

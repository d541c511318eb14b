import type { Tx } from "~/domain/shop"

/** Locks payments, always before their checkouts. */
export async function lockPaymentsOf(tx: Tx, users: string[]): Promise<void> {
  const payments = tx.db.selectFrom("payments").select("id").where("user_id", "in", users)
  await payments.orderBy("id").forNoKeyUpdate().execute()
}

/** Gives the payments of checkouts, and their incidents, to another account. */
export async function reassignPayments(tx: Tx, checkouts: string[], userId: string): Promise<void> {
  if (checkouts.length === 0) return
  for (const table of ["payments", "payment_incidents"] as const)
    await tx.db.updateTable(table).set({ user_id: userId }).where("checkout_id", "in", checkouts).execute()
}

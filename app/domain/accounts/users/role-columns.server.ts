import type { Updateable } from "kysely"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"

type Columns = "role" | "awaits_role" | "appointed_by" | "email_verified_at" | "password_hash" | "updated_at"

/** Updates what staff control in an account; the caller has locked it and checks permissions. */
export async function updateRoleColumns(
  tx: Tx,
  userId: string,
  columns: Pick<Updateable<Tables["users"]>, Columns>,
): Promise<void> {
  await tx.db.updateTable("users").set(columns).where("id", "=", userId).execute()
}

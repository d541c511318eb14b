import { type Expression, sql } from "kysely"
import { ERASED_NAME } from "~/domain/erased-name"
import { removeJobs } from "~/domain/jobs/jobs.server"
import { deleteMailsTo } from "~/domain/mail/mail-people.server"
import type { Tx } from "~/domain/shop"
import type { Member } from "../actor"
import { deleteEmailUndos } from "../email-undos.server"
import { revokeOrderClaims } from "../guests/order-claims.server"
import { endAccess } from "../sessions/end-access.server"

/** Erases personal data and sessions; the row stays because other rows refer to it. */
export async function eraseUser(tx: Tx, { id, email }: Pick<Member, "id" | "email">): Promise<void> {
  await tx.db
    .updateTable("users")
    .set({
      name: ERASED_NAME,
      email: unreachableEmail(sql.val(id)),
      password_hash: "",
      role: "user",
      avatar_picture_id: null,
      shipping_info: null,
      updated_at: tx.now(),
      deleted_at: tx.now(),
      erased_at: tx.now(),
    })
    .where("id", "=", id)
    .execute()
  await endAccess(tx, id)
  await revokeOrderClaims(tx, id)
  await deleteEmailUndos(tx, id)
  await deleteMailsTo(tx, email)
  await removeJobs(tx, "send-reset-link", "email", email)
  await removeJobs(tx, "send-sign-in-link", "email", email)
  await removeJobs(tx, "send-verification-link", "email", email)
  await removeJobs(tx, "send-order-links", "email", email)
  await tx.db.deleteFrom("drafts").where("user_id", "=", id).execute()
}

export function unreachableEmail(id: Expression<string>) {
  return sql<string>`${id} || '@deleted.invalid'`
}

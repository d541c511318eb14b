import type { Member } from "~/domain/accounts/actor"
import { eraseUser } from "~/domain/accounts/users/erase-user.server"
import { deleteImportedRowsOf } from "~/domain/customers/origins.server"
import { deleteSecondFactors } from "~/domain/factors/second-factors.server"
import type { Tx } from "~/domain/shop"
import { deleteInvitationsTo } from "~/domain/staff/invitations.server"

/** Erases an account with its second factors and the invitations to its address. */
export async function eraseAccount(tx: Tx, user: Pick<Member, "id" | "email">): Promise<void> {
  await eraseUser(tx, user)
  await deleteSecondFactors(tx, user.id)
  await deleteInvitationsTo(tx, user.email)
  await deleteImportedRowsOf(tx, user.email)
}

import { isOwner } from "~/domain/accounts/actor"
import { OWNER_ROLE } from "~/domain/accounts/role"
import type { User } from "~/domain/accounts/user"
import { findActiveUser, lockUser } from "~/domain/accounts/user-row.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { emit } from "~/domain/events/emit.server"
import type { Tx } from "~/domain/shop"
import { lockRole } from "./roles.server"
import { setRole } from "./staff.server"

/**
 * Gives the role that waited for a verified address, unless its giver is no longer an owner. The caller has locked the
 * account.
 */
export async function giveAwaitedRole(tx: Tx, user: User): Promise<void> {
  if (!user.awaitsRole) return
  const role = await lockRole(tx, OWNER_ROLE)
  const { appointed_by: appointer } = await tx.db
    .selectFrom("users")
    .select("appointed_by")
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow()
  if (!appointer) return
  await lockUser(tx, appointer)
  const owner = await findActiveUser(tx, appointer)
  if (!owner || !isOwner(owner)) return
  await updateRoleColumns(tx, user.id, { role: "admin" })
  await setRole(tx, user.id, OWNER_ROLE, owner.id)
  const after = { staffRole: role.name, appointedBy: owner.name }
  await emit(tx, "staff.verified", { actor: user, id: user.id, after, customerId: owner.id })
}

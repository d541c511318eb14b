import { isOwner, type Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { endAccess } from "~/domain/accounts/sessions/end-access.server"
import { updateRoleColumns } from "~/domain/accounts/users/role-columns.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { revokeInvitationsOf } from "./invitations.server"
import { assertMayActOn, assertNotLastOwner, findStaffMember, lockMember, type StaffMember } from "./staff.server"

/** Ends their sessions and open invitations; the account becomes a shopper's. @throws ShopError as `assignRole` */
export async function removeStaffMember(shop: Shop, staff: Staff<"staff.appoint">, id: string): Promise<StaffMember> {
  requireProof(shop, staff, "staff.appoint")
  return shop.transaction(async (tx) => {
    if (isOwner(staff)) await assertNotLastOwner(tx, id)
    const before = await lockMember(tx, id)
    assertMayActOn(staff, before)
    const member = await findStaffMember(tx, staff, id)
    await updateRoleColumns(tx, id, { role: "user" })
    const after = { sessions: await endAccess(tx, id), invitations: await revokeInvitationsOf(tx, id) }
    await emit(tx, "staff.left", { actor: staff, id, before: { staffRole: member.role.name }, after })
    return member
  })
}

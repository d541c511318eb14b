import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import type { Member, Staff } from "../actor"
import { type ConfirmingSession, confirmPassword } from "../passwords/confirm-password.server"
import { requireProof } from "../proof"
import { assertMayActOn } from "../staff/staff.server"
import { getActiveUser } from "../user-row.server"
import { endAccess } from "./end-access.server"
import { endUserSession, endUserSessions } from "./session-list.server"

/** @throws ShopError `invalid` for a wrong password, `tooMany` */
export async function signOutDevice(
  shop: Shop,
  member: Member,
  { id, password }: { id: string; password: string },
  session: ConfirmingSession = null,
): Promise<void> {
  await confirmPassword(shop, member, { password, session })
  await endUserSession(shop, member.id, id)
}

export async function signOutOtherDevices(
  shop: Shop,
  member: Member,
  password: string,
  session: ConfirmingSession = null,
): Promise<void> {
  await confirmPassword(shop, member, { password, session })
  await endUserSessions(shop, member.id, session?.id)
}

/** Returns the number of ended sessions. @throws ShopError `notFound` */
export async function signOutUser(shop: Shop, staff: Staff<"customers.edit">, userId: string): Promise<number> {
  requireProof(shop, staff, "customers.change")
  return shop.transaction(async (tx) => {
    assertMayActOn(staff, await getActiveUser(tx, userId))
    const sessions = await endAccess(tx, userId)
    await emit(tx, "user.signed-out", { actor: staff, id: userId, after: { sessions } })
    return sessions
  })
}

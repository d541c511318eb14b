import type { Shop } from "~/domain/shop"
import type { Member } from "../actor"
import { type ConfirmingSession, confirmPassword } from "../passwords/confirm-password.server"
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

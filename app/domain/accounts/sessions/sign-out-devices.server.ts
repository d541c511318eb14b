import type { Shop } from "~/domain/shop"
import type { Member } from "../actor"
import { type ConfirmingSession, confirmPassword } from "../passwords/confirm-password.server"
import { endUserSession, endUserSessions } from "./session-list.server"

/**
 * Signs one of the member's own devices out; one that is gone already needs nothing.
 * @throws ShopError `invalid` for a wrong password, `tooMany` after ten of them
 */
export async function signOutDevice(
  shop: Shop,
  member: Member,
  { id, password }: { id: string; password: string },
  session: ConfirmingSession = null,
): Promise<void> {
  await confirmPassword(shop, member, { password, session })
  await endUserSession(shop, member.id, id)
}

/**
 * Signs the member out everywhere but in this session.
 * @throws ShopError `invalid` for a wrong password, `tooMany` after ten of them
 */
export async function signOutOtherDevices(
  shop: Shop,
  member: Member,
  password: string,
  session: ConfirmingSession = null,
): Promise<void> {
  await confirmPassword(shop, member, { password, session })
  await endUserSessions(shop, member.id, session?.id)
}

import { recordAudit } from "../audit/audit-log.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import { endSessions, listDevices, type SignedInDevice } from "./session-list.server"
import type { Admin, Member } from "./user"
import { findLivingUser } from "./user-row.server"

/** Where a user is signed in, most recently used first. @throws ShopError `notFound` */
export async function listSessionsOf(shop: Shop, _admin: Admin, userId: string): Promise<SignedInDevice[]> {
  const user = await findLivingUser(shop, userId)
  if (!user) throw notFound("User not found")
  return listDevices(shop, user as Member)
}

/** Signs a user out everywhere and answers of how many devices. @throws ShopError `notFound` */
export async function signOutUser(shop: Shop, admin: Admin, userId: string): Promise<number> {
  return shop.transaction(async (books) => {
    if (!(await findLivingUser(books, userId))) throw notFound("User not found")
    const sessions = await endSessions(books, userId)
    const entry = { action: "user.sign-out", subjectKind: "user" as const, subjectId: userId, after: { sessions } }
    await recordAudit(books, admin, entry)
    return sessions
  })
}

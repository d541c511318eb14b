import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Staff } from "../actor"
import { endAccess } from "../end-access.server"
import { assertMayActOn } from "../staff/staff.server"
import { findActiveUser } from "../user-row.server"
import { listDevices, type SignedInDevice } from "./session-list.server"

export async function listUserSessions(
  shop: Shop,
  _staff: Staff<"customers.see">,
  userId: string,
): Promise<SignedInDevice[]> {
  const user = await findActiveUser(shop, userId)
  if (!user) throw notFound("User not found")
  return listDevices(shop, user)
}

/** Returns the number of ended sessions. @throws ShopError `notFound` */
export async function signOutUser(shop: Shop, staff: Staff<"customers.edit">, userId: string): Promise<number> {
  return shop.transaction(async (tx) => {
    const user = await findActiveUser(tx, userId)
    if (!user) throw notFound("User not found")
    assertMayActOn(staff, user)
    const sessions = await endAccess(tx, userId)
    await emit(tx, "user.signed-out", { actor: staff, id: userId, after: { sessions } })
    return sessions
  })
}

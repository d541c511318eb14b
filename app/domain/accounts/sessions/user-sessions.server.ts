import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import type { Staff } from "../actor"
import { assertMayActOn } from "../staff/staff.server"
import { getActiveUser } from "../user-row.server"
import { endAccess } from "./end-access.server"
import { listDevices, type SignedInDevice } from "./session-list.server"

export async function listUserSessions(
  shop: Shop,
  _staff: Staff<"customers.see">,
  userId: string,
): Promise<SignedInDevice[]> {
  return listDevices(shop, await getActiveUser(shop, userId))
}

/** Returns the number of ended sessions. @throws ShopError `notFound` */
export async function signOutUser(shop: Shop, staff: Staff<"customers.edit">, userId: string): Promise<number> {
  return shop.transaction(async (tx) => {
    assertMayActOn(staff, await getActiveUser(tx, userId))
    const sessions = await endAccess(tx, userId)
    await emit(tx, "user.signed-out", { actor: staff, id: userId, after: { sessions } })
    return sessions
  })
}

import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { endAccess } from "~/domain/accounts/sessions/end-access.server"
import { getActiveUser } from "~/domain/accounts/user-row.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { assertMayActOn } from "../staff.server"

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

import { accountLimits } from "~/domain/accounts/account-limits"
import type { Member } from "~/domain/accounts/actor"
import { findGuestsOf } from "~/domain/accounts/guests/guests.server"
import { insertOrderClaim } from "~/domain/accounts/guests/order-claims.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Shop } from "~/domain/shop"

/** Neither the response nor its time reveals whether a guest has ordered with the member's address. @throws ShopError `tooMany` */
export async function requestOrderClaim(shop: Shop, { id }: Member): Promise<void> {
  await shop.limits.consume(accountLimits.claimsOfMember, id)
  shop.log.info({ userId: id }, "link to add orders requested")
  await addJob(shop, "send-order-claim", { userId: id })
}

/** Sends no mail if no guest has ordered with the address. */
export async function sendOrderClaim(shop: Shop, userId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const user = await findActiveUser(tx, userId)
    if (!user) return
    const guests = await findGuestsOf(tx, user.email)
    if (guests.length === 0) return
    const orders = tx.db.selectFrom("orders").select("id").where("user_id", "in", guests)
    if (!(await orders.where("deleted_at", "is", null).limit(1).executeTakeFirst())) return
    const token = await insertOrderClaim(tx, user)
    await emit(tx, "user.order-claim-created", { user, token })
  })
}

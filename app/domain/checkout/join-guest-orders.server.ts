import type { Member } from "~/domain/accounts/actor"
import { assertNotUndoable } from "~/domain/accounts/email-undos.server"
import { findGuestsOf } from "~/domain/accounts/guests/guests.server"
import { takeOrderClaim } from "~/domain/accounts/guests/order-claims.server"
import type { Session } from "~/domain/accounts/sessions/sessions.server"
import { getActiveUser, lockUser } from "~/domain/accounts/user-row.server"
import { verifyInSession } from "~/domain/accounts/verification/verify-email.server"
import { reassignUses } from "~/domain/discounts/uses.server"
import { reassignMails } from "~/domain/mail/mail-people.server"
import { reassignOrders } from "~/domain/orders/reassign-orders.server"
import { lockPaymentsOf, reassignPayments } from "~/domain/payments/payments.server"
import type { Shop, Tx } from "~/domain/shop"

/**
 * Moves guest orders with the member's address into the account; an unfinished purchase is left alone. Returns the
 * number of orders.
 * @param token of a link that was mailed to the address
 * @throws ShopError `invalid` for a link that cannot be used, and after a sign-in by a mailed link; `conflict` for
 * three days after a change of the address
 */
export async function joinGuestOrders(
  shop: Shop,
  member: Member,
  token: string,
  session: Session | null,
): Promise<number> {
  const orders = await shop.transaction(async (tx) => {
    await lockUser(tx, member.id)
    await takeOrderClaim(tx, member, token)
    await assertNotUndoable(tx, member.id)
    const user = await getActiveUser(tx, member.id)
    // The link was mailed to the address, so it verifies it.
    if (!user.isVerified) await verifyInSession(tx, user, session)
    const guests = await findGuestsOf(tx, member.email)
    if (guests.length === 0) return 0
    await lockPaymentsOf(tx, guests)
    const checkouts = await moveCheckouts(tx, guests, member.id)
    await reassignPayments(tx, checkouts, member.id)
    await reassignUses(tx, checkouts, member.id)
    await reassignMails(tx, guests, member.id)
    return reassignOrders(tx, checkouts, member.id)
  })
  if (orders > 0) shop.log.info({ userId: member.id, orders }, "guest orders were added to an account")
  return orders
}

async function moveCheckouts(tx: Tx, guests: string[], userId: string): Promise<string[]> {
  const moved = await tx.db
    .updateTable("checkouts")
    .set({ user_id: userId })
    .where("user_id", "in", guests)
    .where("status", "in", ["completed", "refunded"])
    .returning("id")
    .execute()
  return moved.map(({ id }) => id)
}

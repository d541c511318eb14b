import type { Member } from "~/domain/accounts/actor"
import { type ConfirmingSession, confirmPassword } from "~/domain/accounts/passwords/confirm-password.server"
import { requireProof } from "~/domain/accounts/proof"
import { deleteSavedCart } from "~/domain/cart/saved-cart.server"
import { anonymizeClosedCheckouts, hasHeldCheckout } from "~/domain/checkout/retention.server"
import { emit } from "~/domain/events/emit.server"
import { sweepMailsOfErased } from "~/domain/mail/mail-people.server"
import { anonymizeFinishedOrders } from "~/domain/orders/anonymize-orders.server"
import { anonymizeReturns } from "~/domain/returns/anonymize-returns.server"
import { anonymizeReviews } from "~/domain/reviews/reviews.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { assertNotLastOwner } from "~/domain/staff/staff.server"
import { eraseAccount } from "./erase-account.server"
import { eraseGuests } from "./erase-guests.server"
import { erasePerson } from "./erase-person.server"

/** Keeps orders and reviews without a name; an open order keeps its data until it is finished. */
export async function closeAccount(
  shop: Shop,
  member: Member,
  password: string,
  session: ConfirmingSession = null,
): Promise<void> {
  requireProof(shop, member, "account.close")
  await confirmPassword(shop, member, { password, session })
  await shop.transaction(async (tx) => {
    await assertNotLastOwner(tx, member.id)
    if (await hasHeldCheckout(tx, member.id))
      throw conflict("You have a payment in progress. Please finish it, or try again once your bank has decided.")
    await eraseAccount(tx, member)
    await deleteSavedCart(tx, member.id)
    await anonymizeReviews(tx, member.id)
    await anonymizePurchases(tx)
    await erasePerson(tx, member.id)
    await emit(tx, "user.closed-account", member)
  })
}

/** Anonymizes orders of closed accounts, and of guests whose links have expired, that have finished since. */
export async function sweepClosedAccounts(shop: Shop): Promise<void> {
  await eraseGuests(shop)
  await shop.transaction(anonymizePurchases)
  await sweepMailsOfErased(shop)
}

async function anonymizePurchases(tx: Tx): Promise<void> {
  await anonymizeFinishedOrders(tx)
  await anonymizeReturns(tx)
  await anonymizeClosedCheckouts(tx)
}

import { deleteGuest, findEndedGuests } from "~/domain/accounts/guests/guests.server"
import { deleteSavedCart } from "~/domain/cart/saved-cart.server"
import { emit } from "~/domain/events/emit.server"
import { deleteOrderLinks } from "~/domain/orders/order-links.server"
import type { Shop } from "~/domain/shop"
import { eraseAccount } from "./erase-account.server"
import { erasePerson } from "./erase-person.server"

/** Anonymizes guests whose links have expired like closed accounts; of those who never bought it keeps nothing. */
export async function eraseGuests(shop: Shop): Promise<void> {
  const guests = await findEndedGuests(shop)
  for (const id of guests) {
    await shop.transaction(async (tx) => {
      await erasePerson(tx, id)
      if (await deleteGuest(tx, id)) return
      // There is no address, because a job for it may belong to an account.
      await eraseAccount(tx, { id, email: "" })
      await deleteSavedCart(tx, id)
      await deleteOrderLinks(tx, id)
    })
  }
  if (guests.length > 0) await shop.transaction((tx) => emit(tx, "records.purged", { guests: guests.length }))
}

import type { Member } from "../accounts/user"
import type { Cart } from "../cart/cart"
import { takeStock } from "../catalog/stock.server"
import type { Books, Shop } from "../shop"
import { conflict, invalid } from "../shop-error"
import { type Checkout, isLive } from "./checkout"
import { findCheckout, findHeldCheckout } from "./checkouts.server"
import type { Confirmed } from "./confirm-form"
import { changesSince, prepareConfirmation } from "./confirmation.server"
import { checkTotal, markOf, type Offer, writeCheckout } from "./offer.server"
import { releaseCheckout } from "./release-checkout.server"

/**
 * Freezes lines, prices and address, and holds the units for fifteen minutes. Asking again with the same offer
 * answers the live checkout; another offer releases the earlier one first.
 * @param confirmed what the shopper saw; null accepts today's offer
 * @throws ShopError `conflict` when the offer has changed since, or a unit is gone
 */
export async function startCheckout(
  shop: Shop,
  member: Member,
  cart: Cart,
  confirmed: Confirmed | null,
): Promise<Checkout> {
  const offer = await prepareConfirmation(shop, member, cart)
  if (confirmed === null || confirmed.mark === offer.mark) return holdOffer(shop, member, offer, "page")
  const changes = changesSince(confirmed.seen, offer.cart)
  throw conflict([...changes, "Please check the new figures and confirm again."].join(" "))
}

/** Holds an offer's units in a checkout, or finds the live one that already does. */
export async function holdOffer(shop: Shop, member: Member, offer: Offer, source: "page" | "api"): Promise<Checkout> {
  checkTotal(offer.totals.total)
  for (let tries = 0; tries < 3; tries++) {
    const earlier = await findHeldCheckout(shop, member)
    if (earlier && isLive(earlier, shop.now()) && markOf(earlier) === markOf(offer)) return earlier
    if (earlier) await makeWay(shop, earlier)
    const id = await shop.transaction((books) => hold(books, member, offer, source))
    if (id !== null) return findCheckout(shop, id)
  }
  throw conflict("Your cart is being paid in another window. Please try again in a moment.")
}

/** @throws ShopError `invalid` for field `cart` when the earlier checkout turns out to be paid */
async function makeWay(shop: Shop, earlier: Checkout): Promise<void> {
  if ((await releaseCheckout(shop, earlier)) !== "paid") return
  throw invalid("Your earlier payment went through, and this is your cart now. Please look at it again.", "cart")
}

/**
 * Writes the checkout and takes the units; null when another checkout of the shopper was quicker. The units come last:
 * whoever waits for the same ones waits for as little as possible.
 */
async function hold(books: Books, member: Member, offer: Offer, source: "page" | "api"): Promise<string | null> {
  const id = await writeCheckout(books, member.id, offer, { source, status: "held" })
  if (id !== null) await takeStock(books, { checkoutId: id, lines: offer.lines })
  return id
}

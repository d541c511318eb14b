import pLimit from "p-limit"
import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { type Checkout, isHoldActive } from "~/domain/checkout/checkout"
import { findCheckout, findHeldCheckout } from "~/domain/checkout/checkouts.server"
import type { ConfirmedOffer } from "~/domain/checkout/offer/confirm-order-schema"
import { changesSince, prepareConfirmation } from "~/domain/checkout/offer/confirmation.server"
import { assertPayable, insertCheckout, type Offer, versionOf } from "~/domain/checkout/offer/offer.server"
import { takeUses } from "~/domain/discounts/uses.server"
import { holdStock } from "~/domain/inventory/stock.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, unavailable } from "~/domain/shop-error"
import { assertAddressHoldLimits, assertOwnHoldLimits } from "./hold-limits.server"
import { releaseCheckout } from "./release-checkout.server"
import { assertStockShare } from "./stock-share.server"

/** Throws `conflict` if the offer differs from `confirmed`; null accepts today's offer. */
export async function startCheckout(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  confirmed: ConfirmedOffer | null,
  address: string | null = null,
  code = "",
): Promise<Checkout> {
  const offer = await prepareConfirmation(shop, member, cart, { method: confirmed?.method, code })
  if (confirmed === null || confirmed.version === offer.version)
    return holdOffer(shop, member, offer, { source: "page", address })
  const changes = changesSince(confirmed, offer.cart)
  throw conflict([...changes, "Please check the new figures and confirm again."].join(" "))
}

interface HoldOrigin {
  source: "page" | "api"
  address: string | null
}

/** Returns the active checkout of the same offer, or releases it and holds the new one. */
export async function holdOffer(shop: Shop, member: Buyer, offer: Offer, origin: HoldOrigin): Promise<Checkout> {
  assertPayable(offer)
  for (let tries = 0; tries < 3; tries++) {
    const earlier = await findHeldCheckout(shop, member)
    if (earlier && isHoldActive(earlier, shop.now()) && versionOf(earlier) === versionOf(offer)) return earlier
    // Before the earlier hold is released, which would be lost for nothing.
    assertFewWaiting()
    if (earlier) await releaseEarlier(shop, earlier)
    const id = await takeTurn(() => shop.transaction((tx) => insertHeldCheckout(tx, member, offer, origin)))
    if (id !== null) return findCheckout(shop, id)
  }
  throw conflict("Your cart is being paid in another window. Please try again in a moment.")
}

async function releaseEarlier(shop: Shop, earlier: Checkout): Promise<void> {
  if ((await releaseCheckout(shop, earlier)) !== "paid") return
  throw invalid("Your earlier payment went through, so your cart has changed. Please check it again.", "cart")
}

/** In a sale all want the same products: they wait here, without a connection, so that three of ten stay free for pages. */
const turns = pLimit(7)
const MAX_WAITING = 100

function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  assertFewWaiting()
  return turns(work)
}

function assertFewWaiting(): void {
  if (turns.pendingCount >= MAX_WAITING)
    throw unavailable("Very many people are ordering right now. Your cart is kept: please confirm again in a moment.")
}

/** Returns null if a parallel checkout was first; locks contended rows last: the address, the discounts, then the variants. */
async function insertHeldCheckout(tx: Tx, member: Buyer, offer: Offer, origin: HoldOrigin): Promise<string | null> {
  const { hasPaidBefore } = await assertOwnHoldLimits(tx, member)
  const id = await insertCheckout(tx, member.id, offer, { ...origin, status: "held" })
  if (id === null) return null
  if (!hasPaidBefore && origin.address !== null) await assertAddressHoldLimits(tx, origin.address, id)
  if (!hasPaidBefore) await assertStockShare(tx, member, { checkoutId: id, address: origin.address })
  await takeUses(tx, { checkoutId: id, user: member, discounts: offer.discounts })
  await holdStock(tx, { checkoutId: id, lines: offer.lines })
  return id
}

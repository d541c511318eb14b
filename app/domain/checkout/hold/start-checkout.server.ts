import pLimit from "p-limit"
import type { Buyer } from "~/domain/accounts/actor"
import { siteKey } from "~/domain/accounts/rate-limit-keys.server"
import type { Cart } from "~/domain/cart/cart"
import { takeUses } from "~/domain/discounts/uses.server"
import { lockVariants } from "~/domain/inventory/lock-variants.server"
import { holdStock, returnStock } from "~/domain/inventory/stock.server"
import { chargesOf } from "~/domain/pricing/charges"
import { allowsUnpaidOrders } from "~/domain/settings/payment-methods"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, unavailable } from "~/domain/shop-error"
import { type Checkout, isHoldActive } from "../checkout"
import { findHeldCheckout } from "../checkouts.server"
import { endHold, lockCheckout, unitsOf } from "../locked-checkout.server"
import type { ConfirmedOffer } from "../offer/confirm-order-schema"
import { describeChanges, prepareConfirmation } from "../offer/confirmation.server"
import { assertPayable, insertCheckout, isSameOffer, type Offer } from "../offer/offer.server"
import { endOpenPayment } from "../payment/checkout-payment.server"
import { assertNetworkHoldLimits, assertOwnHoldLimits } from "./hold-limits.server"
import { assertStockShare } from "./stock-share.server"
import { assertUnpaidShare, unpaidShare } from "./unpaid-share.server"

/** Throws `conflict` if the offer differs from `confirmed`; null accepts today's offer. */
export async function startCheckout(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  confirmed: ConfirmedOffer | null,
  address: string | null = null,
  code = "",
): Promise<Checkout> {
  const { method, payment } = confirmed ?? {}
  const offer = await prepareConfirmation(shop, member, cart, { method, code, payment })
  if (payment && payment !== offer.paymentMethod)
    throw conflict("This way to pay is no longer available for your order. Please choose another one.")
  if (confirmed === null || confirmed.snapshot.digest === offer.snapshot.digest)
    return holdOffer(shop, member, offer, { source: "page", address })
  throw conflict(describeChanges(confirmed, offer))
}

interface HoldOrigin {
  source: "page" | "api"
  address: string | null
}

/**
 * Returns the active checkout of the same offer, or replaces it in one transaction: its units stay held if the new one
 * is refused.
 */
export async function holdOffer(shop: Shop, member: Buyer, offer: Offer, origin: HoldOrigin): Promise<Checkout> {
  assertPayable(offer)
  for (let tries = 0; tries < 3; tries++) {
    const earlier = await findHeldCheckout(shop, member)
    if (earlier && isHoldActive(earlier, shop.now()) && isSameOffer(earlier, offer)) return earlier
    // Runs before the earlier payment is cancelled, which would be pointless.
    assertFewWaiting()
    if (earlier && (await endOpenPayment(shop, earlier)) === "paid") throw invalid(EARLIER_PAID, "cart")
    const checkout = await takeTurn(() =>
      shop.transaction((tx) => insertHeldCheckout(tx, member, offer, { ...origin, earlierId: earlier?.id ?? null })),
    )
    if (checkout) return checkout
  }
  throw conflict(PAID_ELSEWHERE)
}

const PAID_ELSEWHERE = "You are paying for your cart in another window. Please try again in a moment."
const EARLIER_PAID = "Your earlier payment went through, so your cart has changed. Please check it again."

/**
 * In a sale all want the same products, so they queue here without a connection, which leaves three of ten for pages.
 */
const turns = pLimit(7)
const MAX_WAITING = 100

function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  assertFewWaiting()
  return turns(work)
}

function assertFewWaiting(): void {
  if (turns.pendingCount >= MAX_WAITING)
    throw unavailable("Too many people are ordering right now. Your cart is saved: please confirm again in a moment.")
}

/**
 * Returns null if a parallel checkout was first; locks its network first and contended rows last (discounts, then
 * variants).
 */
async function insertHeldCheckout(
  tx: Tx,
  member: Buyer,
  offer: Offer,
  { earlierId, ...origin }: HoldOrigin & { earlierId: string | null },
): Promise<Checkout | null> {
  const earlier = earlierId === null ? null : await lockCheckout(tx, earlierId)
  if (earlier?.status === "completed") throw invalid(EARLIER_PAID, "cart")
  if (earlier && !(await endHold(tx, earlier))) return null
  const network = origin.address === null ? null : siteKey(origin.address)
  const { hasPaidBefore } = await assertOwnHoldLimits(tx, member, network)
  const countsOrders = allowsUnpaidOrders(tx.settings.current)
  const share = unpaidShare({ userId: member.id, network, replacedId: earlierId, lines: offer.lines, countsOrders })
  const inserted = await insertCheckout(tx, member.id, offer, { ...origin, status: "held" }, share)
  // This never happens without the units of the earlier checkout, whose hold has just ended.
  if (inserted === null && earlier) throw conflict(PAID_ELSEWHERE)
  if (inserted === null) return null
  const { extra: unpaid, ...started } = inserted
  assertUnpaidShare(unpaid, offer.totals.total)
  const { id: checkoutId, clientAddress } = started
  if (!hasPaidBefore && network !== null) await assertNetworkHoldLimits(tx, network, checkoutId)
  const hold = { checkoutId, clientAddress, replacedId: earlierId }
  const shortened = hasPaidBefore ? null : await assertStockShare(tx, member, hold)
  await takeUses(tx, { checkoutId, user: member, discounts: offer.discounts })
  if (earlier) {
    const lines = unitsOf(earlier)
    const variants = [...lines, ...offer.lines].map(({ variantId }) => variantId)
    // Locks all at once, in the order of their ids, to avoid deadlocks.
    await lockVariants(tx, variants)
    await returnStock(tx, { checkoutId: earlier.id, lines, reason: "release" })
  }
  await holdStock(tx, { checkoutId, lines: offer.lines })
  const { id: userId, name, email, isGuest } = member
  return {
    ...{ ...offer, ...chargesOf(offer.lines, offer) },
    lines: offer.lines.map((line) => ({ ...line, untaxedReason: line.untaxedReason ?? null })),
    ...{ ...started, holdExpiresAt: shortened ?? started.holdExpiresAt, closedAt: null },
    ...{ userId, customer: { name, email, isGuest }, payment: null, status: "held", outcome: null },
    ...{ paymentMethod: offer.paymentMethod ?? "online", paymentFee: offer.paymentFee ?? 0 },
    ...{ source: origin.source, hasFailed: false },
  }
}

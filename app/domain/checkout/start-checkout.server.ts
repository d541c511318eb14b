import { createHash } from "node:crypto"
import type { Member } from "../accounts/user"
import { type CartLine, type CartView, viewCart } from "../cart/cart-lines.server"
import type { Cart } from "../cart/cart"
import { takeStock } from "../catalog/stock.server"
import { formatCents, LARGEST_TOTAL, SMALLEST_TOTAL, type Totals } from "../money"
import { newObjectId } from "../object-id.server"
import { conflict, invalid } from "../shop-error"
import type { Books, Shop } from "../shop"
import { type Checkout, HOLD_MINUTES, isLive } from "./checkout"
import { findCheckout, findHeldCheckout } from "./checkouts.server"
import { releaseCheckout } from "./release-checkout.server"
import { findShipping } from "../shipping/shipping.server"
import type { ShippingInfo } from "../shipping/shipping-info"

interface Offer {
  lines: CartLine[]
  totals: Totals
  shippingInfo: ShippingInfo
}

/** What the shopper is shown before paying, and the mark by which a changed offer is noticed. */
export interface Confirmation extends Offer {
  cart: CartView
  mark: string
}

/**
 * The confirm page's contents.
 * @throws ShopError `invalid` for field `cart` or `shippingInfo` when a step is missing
 */
export async function prepareConfirmation(shop: Shop, member: Member, cart: Cart): Promise<Confirmation> {
  const view = await viewCart(shop, { user: member, cart })
  if (view.sellable.length === 0) throw invalid("There is nothing in your cart that can be bought", "cart")
  const shippingInfo = await findShipping(shop, member)
  if (!shippingInfo) throw invalid("Please enter your shipping details first", "shippingInfo")
  const offer: Offer = { lines: view.sellable, totals: view.totals, shippingInfo }
  return { ...offer, cart: view, mark: markOf(offer) }
}

/**
 * Freezes lines, prices and address, and holds the units for fifteen minutes. Asking again with the same offer
 * answers the live checkout; another offer releases the earlier one first.
 * @param mark the offer that the shopper saw; `null` accepts today's
 * @throws ShopError `conflict` when the offer has changed since, or a unit is gone
 */
export async function startCheckout(shop: Shop, member: Member, cart: Cart, mark: string | null): Promise<Checkout> {
  const offer = await prepareConfirmation(shop, member, cart)
  if (mark !== null && mark !== offer.mark) {
    throw conflict("Something changed while you were looking: please check the new figures and confirm again")
  }
  return holdOffer(shop, member, offer, "page")
}

/** Holds an offer's units in a checkout, or finds the live one that already does. */
export async function holdOffer(
  shop: Shop,
  member: Member,
  offer: Offer,
  source: "page" | "api",
): Promise<Checkout> {
  checkTotal(offer.totals.total)
  for (let tries = 0; tries < 3; tries++) {
    const earlier = await findHeldCheckout(shop, member.id)
    if (earlier && isLive(earlier, shop.now()) && markOf(earlier) === markOf(offer)) return earlier
    if (earlier) await releaseCheckout(shop, earlier)
    const id = await shop.transaction((books) => hold(books, member, offer, source))
    if (id !== null) return findCheckout(shop, member, id)
  }
  throw conflict("Your cart is being paid in another window. Please try again in a moment.")
}

/** @throws ShopError `invalid` outside of what can be charged */
function checkTotal(total: number): void {
  if (total >= SMALLEST_TOTAL && total <= LARGEST_TOTAL) return
  throw invalid(`An order must come to between ${formatCents(SMALLEST_TOTAL)} and ${formatCents(LARGEST_TOTAL)}`)
}

/** Writes the checkout and takes the units, one checkout of a shopper at a time; `null` when another was quicker. */
async function hold(books: Books, member: Member, offer: Offer, source: "page" | "api"): Promise<string | null> {
  await books.db.selectFrom("users").select("id").where("id", "=", member.id).forUpdate().executeTakeFirstOrThrow()
  const other = await books.db
    .selectFrom("checkouts")
    .select("id")
    .where("user_id", "=", member.id)
    .where("status", "=", "held")
    .executeTakeFirst()
  if (other) return null
  const now = books.now()
  const id = newObjectId(now)
  const { totals, lines } = offer
  await books.db
    .insertInto("checkouts")
    .values({
      id,
      source,
      user_id: member.id,
      shipping_info: JSON.stringify(offer.shippingInfo),
      item_price: totals.subTotal,
      tax_price: totals.tax,
      shipping_price: totals.shipping,
      total_price: totals.total,
      created_at: now,
      hold_expires_at: new Date(now.getTime() + HOLD_MINUTES * 60_000),
    })
    .execute()
  await books.db
    .insertInto("checkout_lines")
    .values(
      lines.map(({ product, name, price, quantity, pictureId }, position) => ({
        checkout_id: id,
        position,
        product_id: product,
        name,
        price,
        quantity,
        picture_id: pictureId,
      })),
    )
    .execute()
  await takeStock(books, { checkoutId: id, lines })
  return id
}

/** Lines, prices and address in a short mark: two offers with the same mark charge and send the same. */
function markOf({ lines, shippingInfo }: { lines: Pick<CartLine, "product" | "price" | "quantity">[]; shippingInfo: ShippingInfo }) {
  const { address, city, state, country, pinCode, phoneNo } = shippingInfo
  const facts = [
    lines.map(({ product, price, quantity }) => [product, price, quantity]),
    [address, city, state, country, pinCode, phoneNo],
  ]
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22)
}

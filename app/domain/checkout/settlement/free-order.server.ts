import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { ago, MINUTE } from "~/domain/durations"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import { type Checkout, HOLD_MINUTES } from "../checkout"
import { findCheckout } from "../checkouts.server"
import { startCheckout } from "../hold/start-checkout.server"
import { assertFewUnpaid } from "../hold/unpaid-orders.server"
import { completeCheckout, type LockedCheckout, lockCheckout, releaseLocked, unitsOf } from "../locked-checkout.server"
import type { ConfirmedOffer } from "../offer/confirm-order-schema"
import { digestOf } from "../offer/offer.server"

type Confirmed = { kind: "pay"; checkout: Checkout } | Placed
type Placed = Extract<Checkout["outcome"], { kind: "ordered" }>

/**
 * Starts the confirmed checkout, or places the order immediately if there is nothing to pay now; throws as
 * `startCheckout`.
 */
export async function confirmOrder(
  shop: Shop,
  member: Buyer,
  cart: Cart,
  confirmed: ConfirmedOffer | null,
  address: string | null = null,
  code = "",
): Promise<Confirmed> {
  try {
    const checkout = await startCheckout(shop, member, cart, confirmed, address, code)
    const isUnpaid = checkout.paymentMethod !== "online"
    if (!isUnpaid && !isFree(checkout)) return { kind: "pay", checkout }
    const orderId = await (isUnpaid ? placeUnpaidOrder : placeFreeOrder)(shop, checkout)
    if (orderId !== null) return { kind: "ordered", orderId }
    throw conflict("Your cart has changed in another window. Please check it again.")
  } catch (error) {
    // A limit is no sign of an earlier press.
    const isRepeatable = error instanceof ShopError && error.kind !== "tooMany"
    const placed = isRepeatable ? await findPlaced(shop, member, confirmed) : null
    if (placed === null) throw error
    return placed
  }
}

export const isFree = ({ totals }: Pick<Checkout, "totals">) => totals.total === 0

/** The prefix of a free order's payment id */
export function freePaymentId(checkoutId: string): string {
  return `free_${checkoutId}`
}

export function parseFreePaymentId(id: string): string | null {
  const [, checkoutId = null] = /^free_([0-9a-f]{24})$/.exec(id) ?? []
  return checkoutId
}

/** No gateway is called. Returns null if the units are no longer held, or the confirmed cart has changed. */
export function placeFreeOrder(shop: Shop, { id }: Pick<Checkout, "id">): Promise<string | null> {
  return placeHeldOrder(shop, id, async ({ total_price }) => (total_price > 0 ? null : freePaymentId(id)))
}

/**
 * Places an order that is paid later. Returns null as `placeFreeOrder`.
 * @throws ShopError `tooMany` if the buyer, or their network, has too many unpaid orders
 */
export function placeUnpaidOrder(shop: Shop, { id }: Pick<Checkout, "id">): Promise<string | null> {
  return placeHeldOrder(shop, id, async ({ payment_method: method, user_id: userId, client_address: network }, tx) => {
    if (method === "online") return null
    await assertFewUnpaid(tx, { userId, network })
    return `${method}_${id}`
  })
}

/** @param payable returns the payment's id, or null if the order must be paid first; runs before the buyer is locked */
async function placeHeldOrder(
  shop: Shop,
  id: string,
  payable: (checkout: LockedCheckout, tx: Tx) => Promise<string | null>,
): Promise<string | null> {
  return shop.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, id)
    const { user_id: userId, source, status } = checkout
    if (status === "completed") return findOrderOf(tx, id)
    const intentId = status === "held" ? await payable(checkout, tx) : null
    if (intentId === null) return null
    const customer = await tx.db
      .selectFrom("users")
      .select(["name", "email", "is_guest as isGuest"])
      .where("id", "=", userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // A second window may have confirmed the same cart before the first one emptied it.
    if (source === "page" && !holdsAll(await readSavedCart(tx, userId), unitsOf(checkout))) {
      await releaseLocked(tx, checkout)
      return null
    }
    return completeCheckout(tx, checkout, { customer, intentId })
  })
}

function holdsAll(cart: Cart, bought: Cart): boolean {
  return bought.every(({ variantId, quantity }) => {
    return cart.some((line) => line.variantId === variantId && line.quantity >= quantity)
  })
}

/** Finds the order of the same offer, if another press has just placed it. */
async function findPlaced(shop: Shop, member: Buyer, confirmed: ConfirmedOffer | null): Promise<Placed | null> {
  const newest = await shop.db
    .selectFrom("checkouts")
    .select("id")
    .where("user_id", "=", member.id)
    .where("status", "=", "completed")
    .where((row) => row.or([row("total_price", "=", 0), row("payment_method", "<>", "online")]))
    .where("closed_at", ">", ago(shop, HOLD_MINUTES * MINUTE))
    .orderBy("closed_at", "desc")
    .limit(1)
    .executeTakeFirst()
  const placed = newest && (await findCheckout(shop, newest.id))
  if (placed?.outcome?.kind !== "ordered" || placed.paymentMethod !== (confirmed?.payment ?? "online")) return null
  return digestOf(placed) === confirmed?.snapshot.digest ? placed.outcome : null
}

async function findOrderOf({ db }: Tx, checkoutId: string): Promise<string> {
  const order = db.selectFrom("orders").select("id").where("checkout_id", "=", checkoutId)
  return (await order.executeTakeFirstOrThrow()).id
}

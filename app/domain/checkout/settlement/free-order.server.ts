import type { Buyer } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { ago, MINUTE } from "~/domain/durations"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import { type Checkout, HOLD_MINUTES } from "../checkout"
import { findCheckout } from "../checkouts.server"
import { startCheckout } from "../hold/start-checkout.server"
import { completeCheckout, lockCheckout, releaseLocked, unitsOf } from "../locked-checkout.server"
import type { ConfirmedOffer } from "../offer/confirm-order-schema"
import { digestOf } from "../offer/offer.server"

type Confirmed = { kind: "pay"; checkout: Checkout } | Placed
type Placed = Extract<Checkout["outcome"], { kind: "ordered" }>

/**
 * Starts the confirmed checkout, or places the order immediately if there is nothing to pay; throws as `startCheckout`.
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
    if (!isFree(checkout)) return { kind: "pay", checkout }
    const orderId = await placeFreeOrder(shop, checkout)
    if (orderId !== null) return { kind: "ordered", orderId }
    throw conflict("Your cart has changed in another window. Please check it again.")
  } catch (error) {
    const placed = error instanceof ShopError ? await findPlaced(shop, member, confirmed) : null
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
export async function placeFreeOrder(shop: Shop, { id }: Pick<Checkout, "id">): Promise<string | null> {
  return shop.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, id)
    const { user_id: userId, source, status } = checkout
    if (status === "completed") return findOrderOf(tx, id)
    if (status !== "held" || checkout.total_price > 0) return null
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
    return completeCheckout(tx, checkout, { customer, intentId: freePaymentId(id) })
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
    .where("total_price", "=", 0)
    .where("closed_at", ">", ago(shop, HOLD_MINUTES * MINUTE))
    .orderBy("closed_at", "desc")
    .limit(1)
    .executeTakeFirst()
  const placed = newest && (await findCheckout(shop, newest.id))
  return placed?.outcome?.kind === "ordered" && digestOf(placed) === confirmed?.snapshot.digest ? placed.outcome : null
}

async function findOrderOf({ db }: Tx, checkoutId: string): Promise<string> {
  const order = db.selectFrom("orders").select("id").where("checkout_id", "=", checkoutId)
  return (await order.executeTakeFirstOrThrow()).id
}

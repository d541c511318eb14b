import { type Selectable, sql } from "kysely"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import { lockUser } from "~/domain/accounts/user-row.server"
import { MAX_CART_LINES } from "~/domain/cart/cart"
import { readSavedCart, removePurchased, saveCartLine } from "~/domain/cart/saved-cart.server"
import type { LineItem } from "~/domain/catalog/line-item"
import { releaseUses } from "~/domain/discounts/uses.server"
import { emit } from "~/domain/events/emit.server"
import { emitSoldOut } from "~/domain/inventory/out-of-stock.server"
import { returnStock } from "~/domain/inventory/stock.server"
import { placeOrder } from "~/domain/orders/place-order.server"
import type { Payment } from "~/domain/payments/payment"
import { hasOpenPayment, type JsonPayment, parsePayment, paymentColumns } from "~/domain/payments/payments.server"
import type { Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import type { Checkout } from "./checkout"

export type LockedCheckout = Selectable<Tables["checkouts"]> & { lines: StoredLine[] }

type StoredLine = Omit<Selectable<Tables["checkout_lines"]>, "checkout_id">

/** Locks the checkout row; every change of its status requires this lock. */
export async function lockCheckout(tx: Tx, id: string): Promise<LockedCheckout> {
  return lockedCheckouts(tx).where("id", "=", id).executeTakeFirstOrThrow()
}

/** Checkout lines never change and need no lock. */
function lockedCheckouts({ db }: Tx) {
  return db
    .selectFrom("checkouts")
    .selectAll()
    .select((checkout) =>
      jsonArrayFrom(
        checkout
          .selectFrom("checkout_lines")
          .select([
            "position",
            "product_id",
            "variant_id",
            "name",
            "price",
            "quantity",
            "picture_id",
            "adjustments",
            "taxes",
            "untaxed_reason",
            "withdrawal_exemption",
          ])
          .whereRef("checkout_id", "=", "checkouts.id")
          .orderBy("position"),
      ).as("lines"),
    )
    .forNoKeyUpdate()
}

/** A payment with its checkout and customer, all locked */
export interface Settlement {
  payment: Payment
  checkout: LockedCheckout | null
  customer: Checkout["customer"]
}

/** Locks the payment, its checkout, then the customer; `tryHoldStock` locks the variants last. */
export async function lockSettlement(tx: Tx, paymentId: string): Promise<Settlement> {
  const row = await tx.db
    .with("payment", (db) =>
      db.selectFrom("payments").select(paymentColumns).where("payments.id", "=", paymentId).forNoKeyUpdate(),
    )
    .selectFrom("payment")
    .leftJoinLateral(
      lockedCheckouts(tx).where(sql<boolean>`checkouts.id = payment."checkoutId"`).as("checkout"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom("users")
          .select(["name", "email", "is_guest"])
          .whereRef("users.id", "=", "payment.userId")
          .forNoKeyUpdate()
          .as("customer"),
      (join) => join.onTrue(),
    )
    .select([
      sql<JsonPayment>`to_json(payment)`.as("payment"),
      "customer.name as customerName",
      "customer.email as customerEmail",
      "customer.is_guest as isGuest",
    ])
    .selectAll("checkout")
    .executeTakeFirstOrThrow()
  const { payment, customerName, customerEmail, isGuest, ...checkout } = row
  return {
    payment: parsePayment(payment),
    customer: { name: customerName, email: customerEmail, isGuest },
    checkout: checkout.id === null ? null : (checkout as LockedCheckout),
  }
}

export function unitsOf({ lines }: LockedCheckout): LineItem[] {
  return lines.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity }))
}

/** Places the order of a paid or free checkout; the caller holds the customer's lock too. Locks variants last. */
export async function completeCheckout(
  tx: Tx,
  checkout: LockedCheckout,
  { customer, intentId }: { customer: Checkout["customer"]; intentId: string },
): Promise<string> {
  const bought = unitsOf(checkout)
  const orderId = await placeOrder(tx, { checkout, customer, intentId })
  await closeCheckout(tx, checkout.id, "completed")
  // The cart of a payment that was processing is another by now.
  if (checkout.status !== "processing") await removePurchased(tx, checkout.user_id, bought)
  const variants = bought.map(({ variantId }) => variantId)
  await emitSoldOut(tx, variants, checkout.id)
  return orderId
}

/** Ends the checkout of a refunded payment; a completed one is unchanged. */
export async function refundCheckout(tx: Tx, checkout: LockedCheckout): Promise<void> {
  const { id, status } = checkout
  if (isHolding(checkout) || status === "released") await closeCheckout(tx, id, "refunded")
  if (status !== "completed") await releaseUses(tx, { checkoutId: id, discounts: checkout.discounts })
  if (isHolding(checkout)) await returnStock(tx, { checkoutId: id, lines: unitsOf(checkout), reason: "release" })
}

/** Whether its units are taken off the stock, and not sold yet */
export function isHolding({ status }: Pick<LockedCheckout, "status">): boolean {
  return status === "held" || status === "processing"
}

/** Leaves the units to the bank's decision, and takes them out of the cart; the caller holds the payment's lock. */
export async function markProcessing(tx: Tx, checkout: LockedCheckout): Promise<void> {
  const { id, user_id: userId } = checkout
  await tx.db.updateTable("checkouts").set({ status: "processing" }).where("id", "=", id).execute()
  await removePurchased(tx, userId, unitsOf(checkout))
}

/** `paid`: the payment succeeded first; `pending`: the gateway is processing it, so the hold stays. */
export type ReleaseResult = "released" | "paid" | "pending"

export async function releaseLocked(tx: Tx, checkout: LockedCheckout): Promise<ReleaseResult> {
  const { id, status } = checkout
  if (status === "released") return "released"
  if (!isHolding(checkout)) return "paid"
  // Its cart changes too, and users are locked before discounts.
  if (status === "processing") await lockUser(tx, checkout.user_id)
  if (!(await endHold(tx, checkout))) return "pending"
  if (status === "processing") await putBackIntoCart(tx, checkout)
  await returnStock(tx, { checkoutId: id, lines: unitsOf(checkout), reason: "release" })
  if (status === "processing") await emit(tx, "payment.failed", checkout)
  return "released"
}

/** Leaves the units to the caller; returns false if the checkout is no longer held, or its payment is open. */
export async function endHold(tx: Tx, checkout: LockedCheckout): Promise<boolean> {
  const { id, discounts } = checkout
  if (!isHolding(checkout) || !(await closeCheckout(tx, id, "released"))) return false
  await releaseUses(tx, { checkoutId: id, discounts })
  return true
}

/** Leaves out what the buyer has put into the cart again. */
async function putBackIntoCart(tx: Tx, checkout: LockedCheckout): Promise<void> {
  const { user_id: userId } = checkout
  const cart = await readSavedCart(tx, userId)
  const missing = unitsOf(checkout).filter(({ variantId }) => !cart.some((line) => line.variantId === variantId))
  if (cart.length + missing.length > MAX_CART_LINES) return
  for (const line of missing) await saveCartLine(tx, userId, line)
}

/** Returns false, without a change, for a release while the payment is open. */
async function closeCheckout(tx: Tx, id: string, status: "completed" | "released" | "refunded"): Promise<boolean> {
  const closed = await tx.db
    .updateTable("checkouts")
    .set({ status, closed_at: tx.now() })
    .where("id", "=", id)
    .$if(status === "released", (checkout) => checkout.where(sql<boolean>`not ${hasOpenPayment}`))
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

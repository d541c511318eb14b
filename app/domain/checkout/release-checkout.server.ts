import { returnStock } from "../catalog/stock.server"
import { findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import type { Checkout } from "./checkout"
import { closeCheckout, lockCheckout, readUnits } from "./checkouts.server"
import { endPayment } from "./end-payment.server"
import { finishTold } from "./finish-payment.server"

/**
 * - `released`: the units are back, nothing was paid
 * - `paid`: the payment was quicker; it is finished
 * - `pending`: the gateway is working on the payment, or another one was opened meanwhile; the hold stays
 */
export type Release = "released" | "paid" | "pending"

/**
 * Gives a held checkout's units back. Its payment is ended at the gateway first, so that nobody can pay for units that
 * are gone; when the payment was quicker it is finished instead.
 * @throws ShopError `unavailable` when the gateway cannot be asked
 */
export async function releaseCheckout(shop: Shop, { id }: Pick<Checkout, "id">): Promise<Release> {
  const open = await findOpenPayment(shop, id)
  const left = open && (await endPayment(shop, open))
  if (left?.status === "succeeded") {
    await finishTold(shop, left)
    return "paid"
  }
  if (left) return "pending"
  return shop.transaction(async (books) => {
    const { status } = await lockCheckout(books, id)
    if (status === "released") return "released"
    if (status !== "held") return "paid"
    if (await findOpenPayment(books, id)) return "pending"
    await returnStock(books, { checkoutId: id, lines: await readUnits(books, id), reason: "release" })
    await closeCheckout(books, id, "released")
    return "released"
  })
}

import type { GatewayPayment } from "../payments/gateway"
import type { Payment, PaymentKind } from "../payments/payment"
import { addPayment, closePayment, findOpenPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { conflict } from "../shop-error"
import { askToOpen } from "./ask-to-open.server"
import type { Checkout } from "./checkout"
import { lockCheckout } from "./checkouts.server"
import { endPayment } from "./end-payment.server"

/**
 * The one payment by which a held checkout can be paid now, opened at its first use. A payment of the other kind is
 * ended first, so that two of them can never both be paid; when that one was paid already, or is just being paid, it
 * is the answer.
 * @throws ShopError `conflict` when the checkout is no longer held, `unavailable` when the gateway cannot be asked
 */
export async function openPayment(shop: Shop, checkout: Checkout, kind: PaymentKind): Promise<GatewayPayment> {
  for (let tries = 0; tries < 3; tries++) {
    const open = await findOpenPayment(shop, checkout.id)
    const found = open && (await (open.kind === kind ? lookAt(shop, open) : endPayment(shop, open)))
    if (found) return found
    if (!open) await begin(shop, checkout, kind)
  }
  throw conflict("This order is being paid in another window. Please try again in a moment.")
}

/** How an open payment stands; null when it turned out to be over. */
async function lookAt(shop: Shop, payment: Payment): Promise<GatewayPayment | null> {
  if (payment.gatewayId === null) return askToOpen(shop, payment)
  const found = await shop.payments.find(payment.gatewayId)
  if (found && found.status !== "canceled") return found
  await closePayment(shop, payment.id)
  return null
}

/** Writes a new payment down, unless another one was quicker. */
async function begin(shop: Shop, { id, userId, totals }: Checkout, kind: PaymentKind): Promise<void> {
  await shop.transaction(async (books) => {
    const { status } = await lockCheckout(books, id)
    if (status !== "held") throw conflict("The time to pay is over. Please confirm your order again.")
    await addPayment(books, { userId, checkoutId: id, kind, amount: totals.total })
  })
}

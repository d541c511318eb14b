import { redirect } from "@remix-run/node"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import type { PaymentOutcome } from "~/domain/checkout/finish-payment.server"
import { describeRefund, orderIdOf } from "~/domain/checkout/payment-outcome.server"
import type { Visit } from "./visit.server"

/**
 * Where a shopper goes after a payment: on to `/success` with what was bought out of the cart, back to the payment page
 * while the card needs an approval, or to their orders when the money goes back.
 * @throws ShopError `payment` when the money is not there
 */
export async function afterPayment(visit: Visit, outcome: PaymentOutcome): Promise<Response> {
  if (outcome.kind === "refunded") {
    visit.toast({ type: "error", message: describeRefund(outcome.reason) })
    return redirect("/orders", 303)
  }
  const orderId = orderIdOf(outcome)
  if (orderId === null) return redirect("/process/payment", 303)
  if (visit.user) visit.carry({ cart: await readSavedCart(visit.shop, visit.user.id) })
  return redirect(`/success?${new URLSearchParams({ order: orderId })}`, 303)
}

import { redirect } from "@remix-run/node"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import type { PaymentOutcome } from "~/domain/checkout/finish-payment.server"
import { orderIdOf } from "~/domain/checkout/pay-checkout.server"
import type { Visit } from "./visit.server"

/**
 * Where a shopper goes after a payment: on to `/success` with what was bought out of the cart, or back to the payment
 * page while the card needs an approval.
 * @throws ShopError `payment` when the money is not there or goes back
 */
export async function afterPayment(visit: Visit, outcome: PaymentOutcome): Promise<Response> {
  const orderId = orderIdOf(outcome)
  if (orderId === null) return redirect("/process/payment", 303)
  if (visit.user) visit.carry({ cart: await readSavedCart(visit.shop, visit.user.id) })
  return redirect(`/success?${new URLSearchParams({ order: orderId })}`, 303)
}

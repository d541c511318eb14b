import { redirect } from "@remix-run/node"
import type { Member } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { describeRejection, orderIdOf, type PaymentOutcome } from "~/domain/checkout/payment-outcome.server"
import type { DoorwayContext, Redirect } from "~/http/doorways/doorway.server"
import { paths } from "~/paths"

/**
 * The redirect after a payment: on to `/success` with what was bought out of the cart, back to the payment page
 * while the card needs an approval, or to their orders when the money goes back.
 * @throws ShopError `payment` when the money is not there
 */
export async function redirectAfterPayment(ctx: DoorwayContext<Member>, outcome: PaymentOutcome): Promise<Redirect> {
  if (outcome.kind === "refunded") {
    ctx.toast({ type: "error", message: describeRejection(outcome.rejection) })
    return redirect("/orders", 303)
  }
  const orderId = orderIdOf(outcome)
  if (orderId === null) return redirect("/process/payment", 303)
  ctx.updateSessionCookie({ cart: await readSavedCart(ctx.shop, ctx.actor.id) })
  return redirect(paths.success(orderId), 303)
}

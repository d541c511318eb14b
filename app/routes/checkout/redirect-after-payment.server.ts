import { redirect } from "@remix-run/node"
import type { Buyer } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { describeRejection, orderIdOf, type PaymentOutcome } from "~/domain/checkout/payment/payment-outcome.server"
import type { DoorwayContext, Redirect } from "~/http/doorways/doorway.server"
import { paths } from "~/paths"

/** Leads to `/success`, to the approval, or, if the money goes back, to the orders or a guest's cart. @throws ShopError `payment` */
export async function redirectAfterPayment(ctx: DoorwayContext<Buyer>, outcome: PaymentOutcome): Promise<Redirect> {
  if (outcome.kind === "refunded") {
    ctx.toast({ type: "error", message: describeRejection(outcome.rejection) })
    return redirect(ctx.actor.kind === "guest" ? "/cart" : "/orders", 303)
  }
  const orderId = orderIdOf(outcome)
  if (orderId === null) return redirect("/process/payment", 303)
  ctx.updateSessionCookie({ cart: await readSavedCart(ctx.shop, ctx.actor.id) })
  return redirect(paths.success(orderId), 303)
}

import { redirect } from "@remix-run/node"
import type { Buyer } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { describeRejection, orderIdOf, type PaymentOutcome } from "~/domain/checkout/payment/payment-outcome"
import type { DoorwayContext, Redirect } from "~/http/doorways/doorway.server"
import { refusalKinds } from "~/http/doorways/refusal-kinds"
import type { RefusalRule } from "~/http/doorways/refusals.server"
import type { RequestContext } from "~/http/doorways/request-context.server"
import { paths } from "~/paths"

const missingStepPaths: Record<string, string> = {
  cart: "/cart",
  shippingInfo: "/shipping",
  checkout: "/order/confirm",
}

export const toMissingStep: RefusalRule<RequestContext> = ({ field, message }, ctx) => {
  const step = field && missingStepPaths[field]
  if (!step) return null
  ctx.toast({ type: "info", message })
  return redirect(step, 303)
}

export const toPayment: RefusalRule<RequestContext> = ({ kind, message }, ctx) => {
  if (!refusalKinds[kind].shownIn.includes("payment")) return null
  ctx.toast({ type: "error", message })
  return redirect("/process/payment", 303)
}

/**
 * Redirects to `/success`, to the approval, to the page of a payment that is processing, or, for a refund, to the orders or a guest's cart. @throws ShopError
 * `payment`
 */
export async function redirectAfterPayment(ctx: DoorwayContext<Buyer>, outcome: PaymentOutcome): Promise<Redirect> {
  if (outcome.kind === "refunded") {
    ctx.toast({ type: "error", message: describeRejection(outcome.rejection) })
    return redirect(ctx.actor.kind === "guest" ? "/cart" : "/orders", 303)
  }
  if (outcome.kind === "unpaid" && outcome.status === "processing") {
    ctx.updateSessionCookie({ cart: await readSavedCart(ctx.shop, ctx.actor.id) })
    return redirect("/process/payment", 303)
  }
  const orderId = orderIdOf(outcome)
  if (orderId === null) return redirect("/process/payment", 303)
  ctx.updateSessionCookie({ cart: await readSavedCart(ctx.shop, ctx.actor.id) })
  return redirect(paths.success(orderId), 303)
}

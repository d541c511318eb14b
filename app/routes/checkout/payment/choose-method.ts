// /process/payment/method
import { redirect } from "@remix-run/node"
import { startMethod } from "~/domain/checkout/payment/checkout-payment.server"
import { MethodFields } from "~/domain/payments/method-fields"
import { buyerForm } from "~/http/doorways/form.server"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/process/payment")

/** Only the sandbox has pages of banks in the shop itself. */
export const action = buyerForm(
  MethodFields,
  async (ctx, { method, checkout }) => {
    const outcome = await startMethod(ctx.shop, ctx.actor, method, checkout)
    if (outcome.kind === "unpaid" && outcome.status === "requires_action") return ctx.redirect("/process/payment/bank")
    return redirectAfterPayment(ctx, outcome)
  },
  { screen: "/process/payment", refused: [toPayment, toMissingStep] },
)

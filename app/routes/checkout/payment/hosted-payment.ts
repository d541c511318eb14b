// /process/payment/hosted
import { redirect } from "@remix-run/node"
import { openOwnPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { PaymentFields } from "~/domain/payments/card"
import { buyerForm } from "~/http/doorways/form.server"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export { headers } from "~/http/doorways/retry-after-headers"
export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/process/payment")

/** For browsers without scripts */
export const action = buyerForm(
  PaymentFields,
  async (ctx, { checkout }) => {
    const step = await openOwnPayment(ctx.shop, ctx.actor, "hosted", checkout)
    if (step.kind === "over") return redirectAfterPayment(ctx, step.outcome)
    return ctx.redirect(step.payment.url ?? "/process/payment")
  },
  { screen: "/process/payment", refused: [toPayment, toMissingStep] },
)

// /process/payment/approve
import { redirect } from "@remix-run/node"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { ApprovalFields } from "~/domain/payments/card"
import { buyerForm } from "~/http/doorways/form.server"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/process/payment")

export const action = buyerForm(
  ApprovalFields,
  async (ctx, { answer, checkout }) =>
    redirectAfterPayment(ctx, await payWithCard(ctx.shop, ctx.actor, { approved: answer === "approve" }, checkout)),
  { screen: "/process/payment", refused: [toPayment, toMissingStep] },
)

// /process/payment/approve
import { redirect } from "@remix-run/node"
import { resolveApproval } from "~/domain/checkout/payment/pay-checkout.server"
import { ApprovalFields } from "~/domain/payments/card"
import { buyerForm } from "~/http/doorways/form.server"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/process/payment")

export const action = buyerForm(
  ApprovalFields,
  async (ctx, { answer, checkout }) =>
    redirectAfterPayment(ctx, await resolveApproval(ctx.shop, ctx.actor, answer === "approve", checkout)),
  { screen: "/process/payment", refused: [toPayment, toMissingStep] },
)

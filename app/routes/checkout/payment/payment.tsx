// /process/payment
import { Link, useLoaderData } from "@remix-run/react"
import type { ComponentType } from "react"
import { findPaymentStep, payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { customerOf } from "~/domain/checkout/payment/gateway-request.server"
import { CardFields } from "~/domain/payments/card"
import type { GatewayKind } from "~/domain/payments/gateway"
import { billLines } from "~/domain/pricing/bill"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { buyerForm } from "~/http/doorways/form.server"
import { buyerPage } from "~/http/doorways/page.server"
import { Address } from "~/ui/order/address"
import { OrderSummary, summaryLines } from "~/ui/order/order-summary"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { redirectAfterPayment, toMissingStep } from "../checkout-redirects.server"
import { CheckoutSteps } from "../checkout-steps"
import { ApprovalForm } from "./approval-form"
import { HoldTimer } from "./hold-timer"
import type { PaymentFormProps } from "./payment-form"
import { SandboxCardForm } from "./sandbox-card-form"
import { StripeCardForm } from "./stripe-card-form"

export const meta = title<typeof loader>(headingOf)

export const loader = buyerPage(
  async (ctx) => {
    const { shop } = ctx
    const step = await findPaymentStep(shop, ctx.actor)
    if (step.kind === "over") return redirectAfterPayment(ctx, step.outcome)
    const { checkout, payment } = step
    return {
      gateway: shop.payments.kind,
      checkoutId: checkout.id,
      customer: customerOf(checkout),
      address: viewAddress(checkout.shippingInfo),
      lines: summaryLines(checkout.lines),
      bill: billLines(checkout),
      total: checkout.totals.total,
      secondsLeft: Math.max(0, Math.ceil((checkout.holdExpiresAt.getTime() - shop.now().getTime()) / 1000)),
      needsApproval: shop.payments.terminal !== null && payment?.status === "requires_action",
    }
  },
  { refused: toMissingStep },
)

export const action = buyerForm(
  CardFields,
  async (ctx, { card, checkout }) => redirectAfterPayment(ctx, await payWithCard(ctx.shop, ctx.actor, card, checkout)),
  { refused: toMissingStep, draft: "none" },
)

export default function PaymentPage() {
  const payment = useLoaderData<typeof loader>()
  const { customer, address, lines, bill, secondsLeft } = payment
  return (
    <div className="page">
      <CheckoutSteps current={3} />
      <PageHeading title={headingOf(payment)} />
      <div className="with-summary">
        <div className="stack stack-l">
          <PaymentForm />
        </div>
        <OrderSummary lines={lines} bill={bill}>
          <HoldTimer secondsLeft={secondsLeft} />
          <Address name={customer.name} address={address} />
          <Link to="/order/confirm">Back to your order</Link>
        </OrderSummary>
      </div>
    </div>
  )
}

function headingOf({ needsApproval }: { needsApproval: boolean }): string {
  return needsApproval ? "Approve your payment" : "Payment"
}

function PaymentForm() {
  const { gateway, checkoutId, customer, total, needsApproval } = useLoaderData<typeof loader>()
  const Form = needsApproval ? ApprovalForm : cardForms[gateway]
  return <Form total={total} checkoutId={checkoutId} customer={customer} />
}

const cardForms: Record<GatewayKind, ComponentType<PaymentFormProps>> = {
  stripe: StripeCardForm,
  sandbox: SandboxCardForm,
}

// /process/payment
import { Link, useLoaderData } from "@remix-run/react"
import { findPaymentStep, payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { customerOf } from "~/domain/checkout/payment/gateway-request.server"
import { CardFields } from "~/domain/payments/card"
import { isSlow, methodsFor, parseMethods } from "~/domain/payments/online-methods"
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
import { OnlineMethodChoice } from "./online-method-choice"
import { ProcessingPayment, type ProcessingView } from "./processing-payment"
import { SandboxCardForm } from "./sandbox-card-form"
import { StripeCardForm } from "./stripe-card-form"
import { TestMethodForm } from "./test-method-form"

export const meta = title<typeof loader>(headingOf)

export const loader = buyerPage(
  async (ctx) => {
    const { shop } = ctx
    const query = ctx.url.searchParams
    const step = await findPaymentStep(shop, ctx.actor, query.get("checkout"))
    if (step.kind === "over") return redirectAfterPayment(ctx, step.outcome)
    const { checkout } = step
    const { amount, currency } = { amount: checkout.totals.total, currency: checkout.currency }
    const ticked = parseMethods(shop.settings.current.onlineMethods)
    // Stripe itself knows what it has in a country.
    const country = shop.payments.kind === "stripe" ? null : checkout.shippingInfo.country
    const methods = methodsFor(ticked, { amount, currency, country })
    const asking = step.kind === "open" && step.payment?.status === "requires_action" ? step.payment : null
    return {
      processing: step.kind === "processing" ? viewProcessing(step) : null,
      methods,
      method: methods.find((method) => method === query.get("by")) ?? "card",
      gateway: shop.payments.kind,
      checkoutId: checkout.id,
      customer: customerOf(checkout),
      address: viewAddress(checkout.shippingInfo),
      lines: summaryLines(checkout.lines),
      bill: billLines(checkout),
      total: checkout.totals.total,
      secondsLeft: Math.max(0, Math.ceil((checkout.holdExpiresAt.getTime() - shop.now().getTime()) / 1000)),
      needsApproval: shop.payments.terminal !== null && asking !== null && (asking.method ?? "card") === "card",
    }
  },
  { refused: toMissingStep },
)

function viewProcessing({ payment, checkout }: Extract<FoundStep, { kind: "processing" }>): ProcessingView {
  return { method: payment.method, isSlow: isSlow(payment.method), email: checkout.customer.email }
}

type FoundStep = Awaited<ReturnType<typeof findPaymentStep>>

export const action = buyerForm(
  CardFields,
  async (ctx, { card, checkout }) => redirectAfterPayment(ctx, await payWithCard(ctx.shop, ctx.actor, card, checkout)),
  { refused: toMissingStep, draft: "none" },
)

export default function PaymentPage() {
  const payment = useLoaderData<typeof loader>()
  const { customer, address, lines, bill, secondsLeft, processing } = payment
  return (
    <div className="page">
      <CheckoutSteps current={3} />
      <PageHeading title={headingOf(payment)} />
      <div className="with-summary">
        <div className="stack stack-l">{processing ? <ProcessingPayment {...processing} /> : <PaymentForm />}</div>
        <OrderSummary lines={lines} bill={bill}>
          {!processing && <HoldTimer secondsLeft={secondsLeft} />}
          <Address name={customer.name} address={address} />
          {!processing && <Link to="/order/confirm">Back to your order</Link>}
        </OrderSummary>
      </div>
    </div>
  )
}

function headingOf({ needsApproval, processing }: { needsApproval: boolean; processing: unknown }): string {
  if (processing) return "Your payment is being processed"
  return needsApproval ? "Approve your payment" : "Payment"
}

function PaymentForm() {
  const { gateway, checkoutId, customer, total, needsApproval, methods, method } = useLoaderData<typeof loader>()
  const payable = { total, checkoutId, customer }
  if (needsApproval) return <ApprovalForm {...payable} />
  if (gateway === "stripe") return <StripeCardForm {...payable} methods={methods} />
  return (
    <>
      <OnlineMethodChoice methods={methods} chosen={method} />
      {method === "card" ? <SandboxCardForm {...payable} /> : <TestMethodForm {...payable} method={method} />}
    </>
  )
}

// /process/payment
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { findPaymentStep, payWithCard } from "~/domain/checkout/pay-checkout.server"
import { customerOf } from "~/domain/checkout/payment-request.server"
import { CardForm } from "~/domain/payments/card"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { afterPayment } from "~/http/after-payment.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { stepBack } from "~/http/step-back.server"
import { Address } from "~/ui/address"
import { OrderSummary } from "~/ui/order-summary"
import { PageHeading } from "~/ui/page-heading"
import { StepIndicator } from "~/ui/step-indicator"
import { title } from "~/ui/title"
import { ApprovalForm } from "./approval-form"
import { HoldTimer } from "./hold-timer"
import { SandboxCardForm } from "./sandbox-card-form"
import { StripeCardForm } from "./stripe-card-form"

export const meta = title("Payment")

export function loader(args: LoaderFunctionArgs) {
  return page(args, (scene) =>
    stepBack(scene, async () => {
      const { shop } = scene
      const step = await findPaymentStep(shop, requireMember(scene.user))
      if (step.kind === "over") return afterPayment(scene, step.outcome)
      const { checkout, payment } = step
      return {
        gateway: shop.payments.kind,
        checkoutId: checkout.id,
        customer: await customerOf(shop, checkout),
        address: viewAddress(checkout.shippingInfo),
        lines: checkout.lines.map(({ product, name, quantity, price }) => {
          return { id: product, name, quantity, amount: price * quantity }
        }),
        totals: checkout.totals,
        secondsLeft: Math.max(0, Math.ceil((checkout.holdExpiresAt.getTime() - shop.now().getTime()) / 1000)),
        needsApproval: shop.payments.terminal !== null && payment?.status === "requires_action",
      }
    }),
  )
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    CardForm,
    (scene, { card, checkout }) =>
      stepBack(scene, async () => {
        return afterPayment(scene, await payWithCard(scene.shop, requireMember(scene.user), card, checkout))
      }),
    { guard: requireMember },
  )
}

export default function PaymentPage() {
  const { customer, address, lines, totals, secondsLeft, needsApproval } = useLoaderData<typeof loader>()
  return (
    <div className="page">
      <StepIndicator current={3} />
      <PageHeading title={needsApproval ? "Approve your payment" : "Payment"} />
      <div className="with-summary">
        <div className="stack stack-l">
          <PaymentForm />
        </div>
        <OrderSummary lines={lines} totals={totals}>
          <HoldTimer secondsLeft={secondsLeft} />
          <Address name={customer.name} address={address} />
          <Link to="/order/confirm">Back to your order</Link>
        </OrderSummary>
      </div>
    </div>
  )
}

/** Where the card is entered: with the shop in the sandbox, with Stripe otherwise. */
function PaymentForm() {
  const { gateway, checkoutId, customer, totals, needsApproval } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (gateway === "stripe") return <StripeCardForm total={totals.total} checkoutId={checkoutId} customer={customer} />
  if (needsApproval) return <ApprovalForm total={totals.total} checkoutId={checkoutId} />
  return <SandboxCardForm total={totals.total} checkoutId={checkoutId} lastResult={refused} />
}

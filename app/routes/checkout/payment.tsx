// /process/payment
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { finishPayment } from "~/domain/checkout/finish-payment.server"
import { findPayment, payWithCard } from "~/domain/checkout/pay-checkout.server"
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

export const meta = title("Payment")

export function loader(args: LoaderFunctionArgs) {
  return page(args, (scene) =>
    stepBack(scene, async () => {
      const member = requireMember(scene.user)
      const { checkout, intent } = await findPayment(scene.shop, member)
      if (intent.status === "succeeded") return afterPayment(scene, await finishPayment(scene.shop, intent.id))
      return {
        name: member.name,
        address: viewAddress(checkout.shippingInfo),
        lines: checkout.lines.map(({ product, name, quantity, price }) => ({ id: product, name, quantity, amount: price * quantity })),
        totals: checkout.totals,
        holdExpiresAt: checkout.holdExpiresAt.toISOString(),
        minutesLeft: Math.max(1, Math.ceil((checkout.holdExpiresAt.getTime() - scene.shop.now().getTime()) / 60_000)),
        needsApproval: intent.status === "requires_action",
      }
    }),
  )
}

export function action(args: ActionFunctionArgs) {
  return form(args, CardForm, (scene, card) =>
    stepBack(scene, async () => afterPayment(scene, await payWithCard(scene.shop, requireMember(scene.user), card))),
  )
}

export default function PaymentPage() {
  const { name, address, lines, totals, holdExpiresAt, minutesLeft, needsApproval } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <div className="page">
      <StepIndicator current={3} />
      <PageHeading title={needsApproval ? "Approve your payment" : "Payment"} />
      <div className="with-summary">
        <div className="stack stack-l">
          {needsApproval ? <ApprovalForm total={totals.total} /> : <SandboxCardForm total={totals.total} lastResult={refused} />}
        </div>
        <OrderSummary lines={lines} totals={totals}>
          <HoldTimer expiresAt={holdExpiresAt} minutesLeft={minutesLeft} />
          <Address name={name} address={address} />
          <Link to="/order/confirm">Back to your order</Link>
        </OrderSummary>
      </div>
    </div>
  )
}

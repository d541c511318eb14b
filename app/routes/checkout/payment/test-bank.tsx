// /process/payment/bank
import { useLoaderData, useNavigation } from "@remix-run/react"
import { answerMethod, findPaymentStep } from "~/domain/checkout/payment/checkout-payment.server"
import type { TestAnswer } from "~/domain/payments/gateway"
import { TestAnswerFields } from "~/domain/payments/method-fields"
import { isSlow, methodName } from "~/domain/payments/online-methods"
import { buyerForm } from "~/http/doorways/form.server"
import { buyerPage } from "~/http/doorways/page.server"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { PostForm } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export const meta = title<typeof loader>(({ name }) => `${name} test page`)

/** The sandbox's test page of a method: the real ones belong to the banks. */
export const loader = buyerPage(
  async (ctx) => {
    const step = await findPaymentStep(ctx.shop, ctx.actor)
    if (step.kind === "over") return redirectAfterPayment(ctx, step.outcome)
    const { checkout, payment } = step
    const method = step.kind === "open" && step.payment?.status === "requires_action" ? step.payment.method : null
    if (method === null || method === "card" || !payment) return ctx.redirect("/process/payment")
    return {
      name: methodName(method),
      isSlow: isSlow(method),
      total: checkout.totals.total,
      checkoutId: checkout.id,
    }
  },
  { refused: toMissingStep },
)

export const action = buyerForm(
  TestAnswerFields,
  async (ctx, { answer, checkout }) =>
    redirectAfterPayment(ctx, await answerMethod(ctx.shop, ctx.actor, answer, checkout)),
  { screen: "/process/payment", refused: [toPayment, toMissingStep] },
)

const answers: Record<TestAnswer, string> = {
  approve: "Approve payment",
  "approve-later": "Approve, and decide after two minutes",
  "fail-later": "Approve, and fail after two minutes",
  decline: "Decline payment",
}

const ofDebits: readonly TestAnswer[] = ["approve-later", "fail-later", "decline"]

export default function TestBank() {
  const { name, isSlow, total, checkoutId } = useLoaderData<typeof loader>()
  const formatMoney = useFormatMoney()
  const busy = useNavigation().state !== "idle"
  const offered = isSlow ? ofDebits : (Object.keys(answers) as TestAnswer[])
  return (
    <div className="page page-narrow">
      <PageHeading title={`${name} test page`} />
      <Notice tone="neutral" title="Test mode, no money moves">
        <p>
          With the payment service, this is the page of the buyer’s bank. Here you decide about the payment of{" "}
          <strong>{formatMoney(total)}</strong> yourself.
        </p>
      </Notice>
      <PostForm tool={null} className="stack stack-s">
        <input type="hidden" name="checkout" value={checkoutId} />
        {offered.map((answer, at) => (
          <Button key={answer} name="answer" value={answer} variant={at === 0 ? "primary" : "secondary"} busy={busy}>
            {answers[answer]}
          </Button>
        ))}
      </PostForm>
    </div>
  )
}

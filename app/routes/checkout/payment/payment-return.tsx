// /process/payment/return
import { Link, useLoaderData } from "@remix-run/react"
import { finishOwnPayment, finishReturnedPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { findOwnPayment } from "~/domain/payments/payments.server"
import { unauthenticated } from "~/domain/shop-error"
import { returnPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Your payment")

/** The parameters are only hints: the shop asks the gateway itself. A bank's app may open another browser. */
export const loader = returnPage(
  async (ctx) => {
    const { shop, actor, url } = ctx
    const hint = url.searchParams.get("payment") ?? url.searchParams.get("payment_intent")
    const isElsewhere = actor?.kind !== "member" && !(actor && (await findOwnPayment(shop, actor.id, hint)))
    if (hint !== null && isElsewhere) {
      const signIn = actor === null ? paths.login({ redirect: url.pathname + url.search }) : null
      return { outcome: await finishReturnedPayment(shop, hint), signIn }
    }
    if (actor === null) throw unauthenticated()
    return redirectAfterPayment({ ...ctx, actor }, await finishOwnPayment(shop, actor, hint))
  },
  { refused: [toPayment, toMissingStep] },
)

type Outcome = Awaited<ReturnType<typeof finishReturnedPayment>>

const UNPAID = {
  heading: "There is no payment yet",
  text: "Nothing was charged. You can pay in the browser in which you ordered, as long as your items are reserved.",
}

const words: Record<Outcome, { heading: string; text: string }> = {
  ordered: {
    heading: "Thank you for your order",
    text: "We have your payment, and have confirmed your order by email.",
  },
  processing: {
    heading: "Your payment is being processed",
    text: "Your bank has not decided yet. We reserve your items, and write to you as soon as it has.",
  },
  refunded: {
    heading: "Your payment is refunded",
    text: "We could not turn your payment into an order. We refund it in full, and have written to you.",
  },
  unpaid: UNPAID,
  unclaimed: UNPAID,
  unknown: UNPAID,
}

export default function PaymentReturn() {
  const { outcome, signIn } = useLoaderData<typeof loader>()
  const { heading, text } = words[outcome]
  return (
    <div className="page page-narrow">
      <PageHeading title={heading} />
      <p className="lead">{text}</p>
      <p>You ordered in another browser: you can close this page and go on there.</p>
      {signIn && (
        <p>
          If you have an account, <Link to={signIn}>sign in</Link> to see your order here.
        </p>
      )}
    </div>
  )
}

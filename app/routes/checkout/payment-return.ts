// /process/payment/return
import type { LoaderFunctionArgs } from "@remix-run/node"
import { finishOwnPayment } from "~/domain/checkout/finish-payment.server"
import { memberPage } from "~/http/page.server"
import { toMissingStep, toPayment } from "./checkout-redirects.server"
import { redirectAfterPayment } from "./redirect-after-payment.server"

/** The address that the gateway sends shoppers back to. Its parameters are only hints: the gateway itself is asked. */
export function loader(args: LoaderFunctionArgs) {
  return memberPage(
    args,
    async (ctx) => {
      const search = ctx.url.searchParams
      const hint = search.get("payment") ?? search.get("payment_intent")
      return redirectAfterPayment(ctx, await finishOwnPayment(ctx.shop, ctx.actor, hint))
    },
    { refused: [toPayment, toMissingStep] },
  )
}

// /process/payment/return
import { finishOwnPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { buyerPage } from "~/http/doorways/page.server"
import { redirectAfterPayment, toMissingStep, toPayment } from "../checkout-redirects.server"

/** The parameters are only hints: the shop asks the gateway itself. */
export const loader = buyerPage(
  async (ctx) => {
    const search = ctx.url.searchParams
    const hint = search.get("payment") ?? search.get("payment_intent")
    return redirectAfterPayment(ctx, await finishOwnPayment(ctx.shop, ctx.actor, hint))
  },
  { refused: [toPayment, toMissingStep] },
)

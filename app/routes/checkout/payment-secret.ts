// /process/payment/secret
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/domain/accounts/user"
import { startPayment } from "~/domain/checkout/pay-checkout.server"
import { PayForm } from "~/domain/payments/card"
import { endpoints } from "~/http/endpoints.server"

export function loader() {
  return redirect("/process/payment")
}

/** What the page's own scripts need to take a card: asked for when they are there, not before. */
const { action: answer } = endpoints({
  POST: async ({ shop, user, body }) => {
    const { checkout } = await body(PayForm)
    const started = await startPayment(shop, requireMember(user), "intent", checkout)
    return started.kind === "over" ? { over: true } : { clientSecret: started.payment.clientSecret }
  },
})

export function action(args: ActionFunctionArgs) {
  return answer(args)
}

// /process/payment/secret
import { redirect } from "@remix-run/node"
import { z } from "zod"
import { startPayment } from "~/domain/checkout/pay-checkout.server"
import { PayForm } from "~/domain/payments/card"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"

export function loader() {
  return redirect("/process/payment")
}

/** What the page's own scripts need to take a card: asked for when they are there, not before. */
export const action = endpoints({
  POST: memberCall(
    {
      chapter: "Payment",
      summary: "Start taking a card on the payment page",
      body: PayForm,
      answer: { over: z.boolean().optional(), clientSecret: z.string().nullable().optional() },
    },
    async ({ shop, actor, body }) => {
      const started = await startPayment(shop, actor, "intent", body.checkout)
      return started.kind === "over" ? { over: true } : { clientSecret: started.payment.clientSecret }
    },
  ),
})

// /process/payment/secret
import { redirect } from "@remix-run/node"
import { z } from "zod"
import { openOwnPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { PaymentFields } from "~/domain/payments/card"
import { buyerCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

export const loader = () => redirect("/process/payment")

/** Fetched once the page's scripts have loaded */
export const action = endpoints({
  POST: buyerCall(
    {
      chapter: "Payment",
      summary: "Start taking a card on the payment page",
      body: PaymentFields,
      response: { over: z.boolean().optional(), clientSecret: z.string().nullable().optional() },
    },
    async ({ shop, actor, body }) => {
      const step = await openOwnPayment(shop, actor, "intent", body.checkout)
      return step.kind === "over" ? { over: true } : { clientSecret: step.payment.clientSecret }
    },
  ),
})

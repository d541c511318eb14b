// POST /api/v1/sandbox/confirm
import { z } from "zod"
import { ConfirmCardJson } from "~/domain/checkout/api/api-payment"
import { confirmInSandbox } from "~/domain/checkout/api/confirm-in-sandbox.server"
import { visitorCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

export const loader = endpoints(
  {
    POST: visitorCall(
      {
        chapter: "Payment",
        summary: "Pay in the sandbox",
        notes:
          "Plays the part of Stripe.js where no Stripe is configured. 4242424242424242 pays, 4000000000000002 is declined, 4000000000009995 has insufficient funds, and 4000002500003155 asks for an approval: a second call with `approve`.",
        body: ConfirmCardJson,
        example: {
          client_secret: "pi_sandbox_1_secret_2",
          card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" },
        },
        response: { id: z.string(), status: z.string() },
        refusals: {
          400: "This client_secret is not known",
          402: "Your card was declined.",
          409: "This payment has been cancelled.",
        },
      },
      async ({ shop, body, context }) => {
        const { id, status } = await confirmInSandbox(shop, body, context.clientAddress)
        return { id, status }
      },
    ),
  },
  { gateway: "sandbox" },
)

export const action = loader

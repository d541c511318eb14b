// POST /api/v1/payment/process
import { z } from "zod"
import { OpenPaymentJson } from "~/domain/checkout/api/api-payment"
import { openApiPayment } from "~/domain/checkout/api/open-api-payment.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

export const loader = endpoints({
  POST: memberCall(
    {
      chapter: "Payment",
      summary: "Open a payment",
      notes:
        "With `orderedItems`, lines and prices are frozen and the units are held for fifteen minutes (a first order of the last units of many products: for five); `amount` must be their total. The same happens with a cart in the session whose total is `amount`. Any other payment is only tied to your account, and `order/new` says what it was for. An address that is sent along is checked here, before any money moves. Asking twice opens one payment: the second call waits for the first. An item names the `variant` where its product has more than one.",
      body: OpenPaymentJson,
      example: { amount: 13_500 },
      response: { client_secret: z.string() },
      refusals: {
        400: ["The amount differs from the total of $135.00", "Choose a size and a colour"],
        409: [
          "Stoneware Mug is out of stock",
          "This order takes most of the remaining stock of 12 products. Please order at most 30 units, or large quantities of at most 3 products. To order more, please contact us.",
        ],
        429: [
          "You have reserved items many times without paying. Please try again in 12 minutes.",
          "You have reserved Stoneware Mug for a long time without paying. Please try again in 12 minutes.",
        ],
      },
    },
    async ({ shop, actor, cart, body, context }) => ({
      client_secret: await openApiPayment(shop, actor, cart, body, context.clientAddress),
    }),
  ),
})

export const action = loader

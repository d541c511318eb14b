// POST /api/v1/payment/process
import { z } from "zod"
import { PaymentRequest } from "~/domain/checkout/api-payment"
import { startApiPayment } from "~/domain/checkout/start-api-payment.server"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"

export const loader = endpoints({
  POST: memberCall(
    {
      chapter: "Payment",
      summary: "Open a payment",
      notes:
        "With `orderedItems`, or a cart in the session, lines and prices are frozen and the units are held for fifteen minutes; `amount` must be their total. Otherwise the payment is only bound to you, and `order/new` says what it was for.",
      body: PaymentRequest,
      example: { amount: 13_500 },
      answer: { client_secret: z.string().nullable() },
      refusals: { 400: "The amount differs from the total of $135.00", 409: "Stoneware Mug is out of stock" },
    },
    async ({ shop, actor, cart, body }) => ({ client_secret: await startApiPayment(shop, actor, cart, body) }),
  ),
})

export const action = loader

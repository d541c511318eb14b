// POST /api/v1/order/quote
import { QuoteOrderJson } from "~/domain/checkout/api/api-payment"
import { quoteOrder } from "~/domain/checkout/api/quote-order.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleOrder } from "./json/examples"
import { QuoteJson, toQuoteJson } from "./json/quote"

export const loader = endpoints({
  POST: memberCall(
    {
      chapter: "Payment",
      summary: "Quote an order",
      notes:
        "Holds nothing. Without `orderedItems` it is of the session's cart, and without `shippingInfo` of your account's address or, if there is none, of where the shop is. Of an address, the country is enough; a state and a post code make it exact. A code that takes nothing off is no failure: `codeRefusals` says why. `totalPrice` in cents is the `amount` of `payment/process`.",
      body: QuoteOrderJson,
      example: {
        orderedItems: exampleOrder.orderedItems.map(({ product, quantity }) => ({ product, quantity })),
        shippingInfo: { country: "US", state: "IL", pinCode: "62701" },
        discountCodes: ["SPRING"],
      },
      response: { quote: QuoteJson },
      refusals: {
        400: ["We do not ship to this country", "This shippingMethod is not available for the order"],
        429: "Too many attempts. Please try again in 12 minutes.",
      },
    },
    async ({ shop, actor, cart, body }) => ({ quote: toQuoteJson(shop, await quoteOrder(shop, actor, cart, body)) }),
  ),
})

export const action = loader

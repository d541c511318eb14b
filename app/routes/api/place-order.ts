// POST /api/v1/order/new
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { OrderItemsJson, PlaceOrderJson } from "~/domain/checkout/api/api-payment"
import { placeApiOrder } from "~/domain/checkout/api/place-api-order.server"
import { PaidShippingJson } from "~/domain/shipping/shipping-info"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleOrder, examplePayment, exampleShippingInfo } from "./json/examples"
import { OrderJson, toOrderJson } from "./json/order"

export const loader = endpoints({
  POST: memberCall(
    {
      chapter: "Payment",
      summary: "Turn a payment into an order",
      notes:
        "All prices and totals are recomputed, and the payment is checked with the card provider. A repeated call returns the same order. A payment that cannot become an order is refunded.",
      body: PlaceOrderJson,
      parsedLater: { orderedItems: OrderItemsJson, shippingInfo: PaidShippingJson },
      example: {
        paymentInfo: examplePayment,
        orderedItems: exampleOrder.orderedItems,
        shippingInfo: exampleShippingInfo,
      },
      status: 201,
      response: { order: OrderJson },
      refusals: {
        400: [
          "This payment is not known",
          "Choose a size and a colour",
          "The amount paid differs from the order's total. Your payment is being refunded in full.",
        ],
        402: "This payment has not succeeded",
        409: [
          "Stoneware Mug sold out before the payment arrived. Your payment is being refunded in full.",
          "A discount on this order had ended or been used up, or this card had already used it. Your payment is being refunded in full.",
          "The country or state of this address is not known, so its tax cannot be worked out. Your payment is being refunded in full.",
        ],
        429: "You have checked payments too often. Your payment is safe: please try again in 40 seconds.",
      },
    },
    async ({ shop, actor, body, updateSessionCookie }) => {
      const order = await placeApiOrder(shop, actor, body)
      updateSessionCookie({ cart: await readSavedCart(shop, actor.id) })
      return { order: toOrderJson(shop, order) }
    },
  ),
})

export const action = loader

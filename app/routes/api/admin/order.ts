// PUT, DELETE /api/v1/admin/order/:id
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { OrderAdvance } from "~/domain/orders/order-schemas"
import { nextStatuses } from "~/domain/orders/order-status"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"

export const loader = endpoints({
  PUT: adminCall(
    "orders.ship",
    {
      summary: "Advance an order to its next status",
      notes: `Processing, ${nextStatuses.join(", ")}, one at a time. The customer is notified by email. To ship an order whose bank transfer has not arrived, send the \`paymentSnapshot\` awaiting.`,
      body: OrderAdvance,
      example: { status: "Shipped", tracking: "RR123456785GB" },
      successMessage: "Order status updated",
      refusals: {
        400: [
          "You have already delivered this order",
          "This order is Processing: its next step is Shipped",
          "Choose one of the shop's carriers",
        ],
        404: "No order found",
        409: "The bank transfer for this order has not arrived: check the payment, then decide again",
      },
    },
    ({ shop, actor, id, body }) => advanceOrder(shop, actor, id, body.status, body),
  ),
  DELETE: adminCall(
    "orders.delete",
    {
      summary: "Delete an order",
      notes: "It disappears from every list and total. Its payment and its stock stay as they are.",
      successMessage: "Order deleted",
      refusals: { 404: "No order found" },
    },
    ({ shop, actor, id }) => softDeleteOrder(shop, actor, id),
  ),
})

export const action = loader

// PUT, DELETE /api/v1/admin/order/:id
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { ProcessForm } from "~/domain/orders/order-forms"
import { removeOrder } from "~/domain/orders/remove-order.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"

export const loader = endpoints({
  PUT: adminCall(
    {
      chapter: "Administration",
      summary: "Take an order one step further",
      notes: "Processing, Shipped, Delivered, one at a time. The customer is told by mail.",
      body: ProcessForm,
      example: { status: "Shipped", tracking: "RR123456785GB" },
      says: "Order status updated",
      refusals: {
        400: ["You have already delivered this order", "This order is Processing: its next step is Shipped"],
        404: "No order found",
      },
    },
    async ({ shop, actor, id, body }) => {
      await advanceOrder(shop, actor, id, body.status, body.tracking)
    },
  ),
  DELETE: adminCall(
    {
      chapter: "Administration",
      summary: "Delete an order",
      notes: "It leaves every list and every sum. Its payment and its stock stay as they are.",
      says: "Order deleted",
      refusals: { 404: "No order found" },
    },
    async ({ shop, actor, id }) => {
      await removeOrder(shop, actor, id)
    },
  ),
})

export const action = loader

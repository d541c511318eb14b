// GET /api/v1/order/:id
import { findOrder } from "~/domain/orders/orders.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { OrderJson, toOrderJson } from "./json/order"

export const loader = endpoints({
  GET: memberCall(
    {
      chapter: "Orders",
      summary: "Read an order",
      notes: "Other users' orders are not found; an administrator may read any order.",
      response: { order: OrderJson },
      refusals: { 404: "No order found" },
    },
    async ({ shop, actor, staff, id }) => ({
      order: toOrderJson(shop, await findOrder(shop, staff("orders.see") ?? actor, id)),
    }),
  ),
})

export const action = loader

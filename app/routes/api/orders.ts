// GET /api/v1/my/order
import { z } from "zod"
import { listAllMyOrders } from "~/domain/orders/orders.server"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { OrderJson, orderJson } from "./json/order"

export const loader = endpoints({
  GET: memberCall(
    { chapter: "Orders", summary: "List your orders", notes: "Newest first.", answer: { order: z.array(OrderJson) } },
    async ({ shop, actor }) => ({
      order: (await listAllMyOrders(shop, actor)).map((order) => orderJson(shop, order)),
    }),
  ),
})

export const action = loader

// GET /api/v1/my/order
import { z } from "zod"
import { listAllMyOrders } from "~/domain/orders/orders.server"
import { memberCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { OrderJson, toOrderJson } from "./json/order"

export const loader = endpoints({
  GET: memberCall(
    { chapter: "Orders", summary: "List your orders", notes: "Newest first.", response: { order: z.array(OrderJson) } },
    async ({ shop, actor }) => ({
      order: (await listAllMyOrders(shop, actor)).map((order) => toOrderJson(shop, order)),
    }),
  ),
})

export const action = loader

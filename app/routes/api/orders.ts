// GET /api/v1/my/order
import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { ROWS_PER_JSON_PAGE } from "~/domain/lists/paginate.server"
import { listMyNewestOrders } from "~/domain/orders/orders.server"
import { memberCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { OrderJson, toOrderJson } from "./json/order"

export const loader = endpoints({
  GET: memberCall(
    {
      chapter: "Orders",
      summary: "List your orders",
      notes: "Newest first, a hundred on a page. `orderCount` is their number; a page past the end is an empty list.",
      query: z.object({ page: PageNumber }),
      response: { order: z.array(OrderJson), orderCount: z.int().min(0), resultPerPage: z.int().min(1) },
    },
    async ({ shop, actor, query }) => {
      const { orders, count } = await listMyNewestOrders(shop, actor, query.page)
      return {
        order: orders.map((order) => toOrderJson(shop, order)),
        orderCount: count,
        resultPerPage: ROWS_PER_JSON_PAGE,
      }
    },
  ),
})

export const action = loader

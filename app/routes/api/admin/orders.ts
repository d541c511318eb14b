// GET /api/v1/admin/orders
import { z } from "zod"
import { toDollars } from "~/domain/money/format-money"
import { listAllOrders } from "~/domain/orders/orders.server"
import { STALE_PROOF } from "~/domain/shop-error"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { Dollars } from "../json/fields"
import { OrderJson, toOrderJson } from "../json/order"

export const loader = endpoints({
  GET: adminCall(
    ["orders.see", "customers.export"],
    {
      summary: "List all orders",
      notes:
        "Newest first, all on one page. `totalAmount` is the sum of their totals. The list contains personal data: staff other than owners also need the permission to export it, and the audit log records the call. Accounts with a second factor need to have proven it in the last 15 minutes.",
      refusals: { 401: STALE_PROOF },
      response: { order: z.array(OrderJson), totalAmount: Dollars },
    },
    async ({ shop, actor }) => {
      const { noteExport } = await import("~/domain/export/export-rows.server")
      const { orders, totalAmount } = await listAllOrders(shop, actor)
      await noteExport(shop, actor, { list: "orders", rows: orders.length, filter: {} })
      return { order: orders.map((order) => toOrderJson(shop, order)), totalAmount: toDollars(totalAmount) }
    },
  ),
})

export const action = loader

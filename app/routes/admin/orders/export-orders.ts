// /admin/orders/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportOrders } from "~/domain/orders/export-orders.server"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { csvExport } from "~/routes/admin/csv-file.server"

export function loader(args: LoaderFunctionArgs) {
  return csvExport(args, "orders", AdminOrderFilter, exportOrders)
}

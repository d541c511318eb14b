// /admin/products/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportProducts } from "~/domain/inventory/export-products.server"
import { InventoryFilter } from "~/domain/inventory/inventory-filter"
import { csvExport } from "~/routes/admin/csv-file.server"

export function loader(args: LoaderFunctionArgs) {
  return csvExport(args, "products", InventoryFilter, exportProducts)
}

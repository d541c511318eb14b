// /admin/products/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { exportProducts } from "~/domain/inventory/export-products.server"
import { InventoryFilter } from "~/domain/inventory/inventory-filter"
import { csvFile } from "~/http/csv-file.server"
import { page } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = InventoryFilter.parse(Object.fromEntries(url.searchParams))
    return csvFile("products", shop.now(), await exportProducts(shop, requireAdmin(user), filter))
  })
}

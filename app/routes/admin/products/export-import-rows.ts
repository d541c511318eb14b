// /admin/products/import/:id/export

import { productEditing } from "~/domain/accounts/permission"
import { todayOf } from "~/domain/days/shop-days.server"
import { ImportRowFilter } from "~/domain/product-table/import/import-filter"
import { exportImportRows } from "~/domain/product-table/import/import-rows.server"
import { findImport } from "~/domain/product-table/import/imports.server"
import { datedName, download } from "~/http/documents/download.server"
import { adminPage } from "~/http/doorways/page.server"

export const loader = adminPage(productEditing, async ({ shop, actor, id, url, context }) => {
  const found = await findImport(shop, actor, id)
  const filter = ImportRowFilter.parse(Object.fromEntries(url.searchParams))
  const file = { name: datedName("product-import.csv", todayOf(shop)), type: "text/csv; charset=utf-8" }
  return download({ ...file, contents: exportImportRows(shop, actor, found.id, filter) }, context)
})

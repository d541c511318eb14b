// /admin/users/import/:id/messages

import { customerImporting } from "~/domain/accounts/permission"
import { exportMessages } from "~/domain/customers/import/customer-imports.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { datedName, download } from "~/http/documents/download.server"
import { adminPage } from "~/http/doorways/page.server"

export const loader = adminPage(
  customerImporting,
  async ({ shop, actor, id, context }) => {
    const file = { name: datedName("customer-import.csv", todayOf(shop)), type: "text/csv; charset=utf-8" }
    return download({ ...file, contents: exportMessages(shop, actor, id) }, context)
  },
  { proof: "people.import" },
)

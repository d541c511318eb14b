// /admin/payouts/file/:id/download

import { todayOf } from "~/domain/days/shop-days.server"
import { bankFileOf } from "~/domain/payouts/payout-list.server"
import { datedName, download } from "~/http/documents/download.server"
import { adminPage } from "~/http/doorways/page.server"

export const loader = adminPage(
  "orders.refund",
  async ({ shop, actor, id, context }) => {
    const file = { name: datedName("payouts.xml", todayOf(shop)), type: "application/xml; charset=utf-8" }
    async function* contents() {
      yield await bankFileOf(shop, actor, id)
    }
    return download({ ...file, contents: contents() }, context)
  },
  { proof: "refund.large" },
)

// /order/:id/data/:file
import { todayOf } from "~/domain/days/shop-days.server"
import { datedName, download } from "~/http/documents/download.server"
import { orderPage } from "~/http/doorways/page.server"

export const loader = orderPage(async ({ shop, actor, id, params: { file = "" }, context }) => {
  const { openOrderFile } = await import("~/domain/export/own-data.server")
  return download({ name: datedName(file, todayOf(shop)), ...(await openOrderFile(shop, actor, id, file)) }, context)
})

// /order/:id/data/:file
import { orderPage } from "~/http/doorways/page.server"
import { datedName, download } from "~/http/server/download.server"

export const loader = orderPage(async ({ shop, actor, id, params: { file = "" }, context }) => {
  const { openOrderFile } = await import("~/domain/export/own-data.server")
  return download({ name: datedName(file, shop.now()), ...(await openOrderFile(shop, actor, id, file)) }, context)
})

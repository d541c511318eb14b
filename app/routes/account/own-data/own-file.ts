// /account/data/:file
import { todayOf } from "~/domain/days/shop-days.server"
import { datedName, download } from "~/http/documents/download.server"
import { memberPage } from "~/http/doorways/page.server"

export const loader = memberPage(
  async ({ shop, actor, params: { file = "" }, context }) => {
    const { openOwnFile } = await import("~/domain/export/own-data.server")
    return download({ name: datedName(file, todayOf(shop)), ...(await openOwnFile(shop, actor, file)) }, context)
  },
  { proof: "own-data.export" },
)

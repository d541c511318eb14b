import { openLog } from "~/log.server"
import { openShop } from "~/open-shop.server"
import type { Settings } from "~/settings.server"

/** `npm run migrate`: brings the database to the newest schema and ends. */
export async function main(settings: Settings): Promise<void> {
  const open = await openShop(settings, { log: openLog(settings), onProgress: console.log })
  await open.close()
  console.log("The database has the newest schema.")
}

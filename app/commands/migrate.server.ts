import { openLog, openShop } from "~/open-shop.server"
import { parseSettings } from "~/settings.server"

/** `npm run migrate`: brings the database to the newest schema and ends. */
export async function main(): Promise<void> {
  const settings = parseSettings(process.env)
  const open = await openShop(settings, { log: openLog(settings), onProgress: console.log })
  await open.close()
  console.log("The database has the newest schema.")
}

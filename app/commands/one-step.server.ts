import { goLive } from "~/domain/settings/go-live.server"
import { exportShop } from "~/export/export-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { assertShopExists, withShop } from "./process/with-shop.server"

export async function migrate(settings: Settings): Promise<void> {
  await withShop(settings, async () => {}, { onProgress: print })
  print("The database schema is up to date.")
}

const EXPORT_USAGE = "npm run export -- FOLDER   writes all of the shop's data as CSV and JSON into a new folder"

export async function exportData(settings: Settings, args: readonly string[]): Promise<void> {
  const [folder] = args
  if (!folder || args.length !== 1) return fail(EXPORT_USAGE)
  assertShopExists(settings)
  await withShop(settings, (open) => exportShop(open, folder, print), { access: "read" })
  print(`${folder} contains the export; its README.md describes the files.`)
}

const LIVE_USAGE = "npm run live   makes a restored copy the live shop, which sends emails and processes payments"

export async function live(settings: Settings, args: readonly string[]): Promise<void> {
  if (args.length > 0) return fail(LIVE_USAGE)
  const ended = await withShop(settings, ({ shop }) => goLive(shop))
  print(ended ? "The shop is live. Pending work starts within a minute." : "The shop was already live.")
}

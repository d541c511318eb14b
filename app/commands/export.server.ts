import { exportShop } from "~/export/export-shop.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

const USAGE = "npm run export -- FOLDER   writes all of the shop's data as CSV and JSON into a new folder"

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  const [folder] = args
  if (!folder || args.length !== 1) return fail(USAGE)
  await withShop(settings, (open) => exportShop(open, folder, print))
  print(`${folder} holds everything; its README.md says what is in which file.`)
}

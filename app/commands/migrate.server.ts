import type { Settings } from "~/start/settings.server"
import { print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

export async function main(settings: Settings): Promise<void> {
  await withShop(settings, async () => {}, { onProgress: print })
  print("The database has the newest schema.")
}

import type { Settings } from "~/start/settings.server"
import { print } from "./terminal.server"
import { withShop } from "./with-shop.server"

export async function main(settings: Settings): Promise<void> {
  await withShop(settings, async () => {}, { onProgress: print })
  print("The database has the newest schema.")
}

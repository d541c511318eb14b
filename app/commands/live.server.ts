import { goLive } from "~/domain/settings/go-live.server"
import type { Settings } from "~/start/settings.server"
import { fail, print } from "./process/terminal.server"
import { withShop } from "./process/with-shop.server"

const USAGE = "npm run live   makes a restored copy the shop: it sends mails and touches payments from now on"

export async function main(settings: Settings, args: readonly string[]): Promise<void> {
  if (args.length > 0) return fail(USAGE)
  const ended = await withShop(settings, ({ shop }) => goLive(shop))
  print(ended ? "The shop is live: what has waited is done within a minute." : "The shop was live already.")
}

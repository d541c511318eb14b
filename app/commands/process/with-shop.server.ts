import { existsSync } from "node:fs"
import { notFound } from "~/domain/shop-error"
import { type OpenShop, openShop } from "~/open-shop.server"
import { openLog } from "~/start/log.server"
import type { Settings } from "~/start/settings.server"
import type { ServerAccess } from "~db/database-servers.server"
import { clusterData } from "~db/embedded/cluster"
import { resolveDataFolder } from "~db/embedded/data-folder"

interface Options {
  schema?: string
  access?: ServerAccess
  onProgress?: (line: string) => void
}

/** Disables statement timeouts. */
export async function withShop<T>(
  settings: Settings,
  work: (open: OpenShop) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const open = await openShop(settings, { ...options, log: openLog(settings), noStatementTimeout: true })
  try {
    return await work(open)
  } finally {
    await open.close()
  }
}

/**
 * @throws ShopError instead of creating the embedded shop, as when a nightly job lacks the configuration of the server
 */
export function assertShopExists({ databaseUrl, dataDir }: Settings): void {
  const folder = resolveDataFolder({ dataDir: dataDir ?? undefined })
  if (databaseUrl !== null || existsSync(clusterData(folder))) return
  throw notFound(`There is no shop in ${folder}: set DATABASE_URL or DATA_DIR to the server's value`)
}

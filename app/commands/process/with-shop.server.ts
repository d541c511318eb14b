import { type OpenShop, openShop } from "~/open-shop.server"
import { openLog } from "~/start/log.server"
import type { Settings } from "~/start/settings.server"

interface Options {
  schema?: string
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

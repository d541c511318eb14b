import { existsSync } from "node:fs"
import { embeddedPostgresError } from "./embedded-postgres-error"
import { withFolderLock } from "./folder-lock.mjs"
import type { ServerUse } from "./membership"
import { isRunning } from "./process-mark.mjs"
import { ensureServer } from "./server"
import { trimServerLog } from "./server-log"

/** Asking other systems about a process takes a process. */
const CHECK_INTERVAL = process.platform === "linux" ? 1000 : 5000
const MAX_CHECK_INTERVAL = 60_000

/** Starts a server anew, on its old port, when it dies under its users; keeps its log short. Returns the end of that. */
export function superviseServer(use: ServerUse): () => void {
  let over = false
  let timer = setTimeout(check, CHECK_INTERVAL).unref()
  async function check(delay = CHECK_INTERVAL) {
    const next = (await ensureAlive(use, () => over)) ? CHECK_INTERVAL : Math.min(delay * 2, MAX_CHECK_INTERVAL)
    if (!over) timer = setTimeout(check, next, next).unref()
  }
  return () => {
    over = true
    clearTimeout(timer)
  }
}

/** A cluster whose folder is gone is not created anew under a running shop. */
async function ensureAlive(use: ServerUse, isOver: () => boolean) {
  const { cluster, onProgress } = use.request
  try {
    if (existsSync(cluster.logFile)) trimServerLog(cluster.logFile)
    if (isRunning(use.server.mark) || !existsSync(cluster.data)) return true
    await withFolderLock(cluster.lock, async () => {
      if (isOver()) return
      const { port } = use.server
      use.server = await ensureServer(use.request)
      if (use.server.port !== port) onProgress("The database came back on another port: restart the shop.")
    })
    return true
  } catch (error) {
    onProgress(embeddedPostgresError(error, cluster.folder).message)
    return false
  }
}

import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { atExit } from "../processes/exit"
import { tryFolderLock, withFolderLock } from "../processes/folder-lock.mjs"
import { giveToFolderOwner } from "../processes/folder-owner.mjs"
import { filesOfRunning, isRunning, ownFileName } from "../processes/process-mark.mjs"
import { prepareCluster, type ServerRequest } from "./cluster"
import { shopUrl } from "./cluster-access"
import { embeddedPostgresError } from "./embedded-postgres-error"
import { findPostmaster, kill, type Postmaster, stopPostmaster } from "./postmaster"
import { ensureServer, trimServerLog } from "./server"

export interface EmbeddedPostgresOptions {
  folder: string
  /** Applies only to a server that is not running yet */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
}

/** Milliseconds; outside of Linux each check starts a process. */
const CHECK_INTERVAL = process.platform === "linux" ? 1000 : 5000
const MAX_CHECK_INTERVAL = 60_000

/** Starts or joins the PostgreSQL of a data folder, until `stop`; throws EmbeddedPostgresError. */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const folder = resolve(options.folder)
  const { settings = {}, onProgress = () => {} } = options
  try {
    return await joinServer({ cluster: prepareCluster(folder), settings, onProgress })
  } catch (error) {
    throw embeddedPostgresError(error, folder)
  }
}

/** Restarts a dead server on its old port. The last user to leave stops the server. */
async function joinServer(request: ServerRequest) {
  const { cluster, onProgress } = request
  const onLongWait = () => onProgress("Waiting for another process that is opening the same database")
  const user = join(cluster.users, ownFileName())
  let server: Postmaster | undefined
  let left: Promise<void> | undefined
  writeFileSync(user, "", { flag: "wx", mode: 0o600 })
  giveToFolderOwner(user)
  try {
    server = await withFolderLock(cluster.lock, () => ensureServer(request), onLongWait)
  } catch (error) {
    releaseLease()
    throw error
  }
  const removeExitHandler = atExit(releaseLease)
  void supervise()

  async function supervise() {
    for (let delay = CHECK_INTERVAL; !left; ) {
      await pause(delay, undefined, { ref: false })
      delay = left || (await ensureAlive()) ? CHECK_INTERVAL : Math.min(delay * 2, MAX_CHECK_INTERVAL)
    }
  }

  /** A cluster whose folder is gone is not created again under a running shop. */
  async function ensureAlive() {
    try {
      trimServerLog(cluster.logFile)
      if (!server || isRunning(server.mark) || !existsSync(cluster.data)) return true
      const { port } = server
      await withFolderLock(cluster.lock, async () => {
        if (left) return
        server = await ensureServer(request)
        if (server.port !== port) onProgress("The database came back on another port: restart the shop.")
      })
      return true
    } catch (error) {
      onProgress(embeddedPostgresError(error, cluster.folder).message)
      return false
    }
  }

  async function leave() {
    const stop = async () => {
      const unused = unusedServer()
      if (unused) await stopPostmaster(cluster, unused)
    }
    await (existsSync(cluster.lock) ? withFolderLock(cluster.lock, stop) : stop())
  }

  /** An ending process cannot wait: the process holding the lock is already a user, or is leaving as well. */
  function releaseLease() {
    const release = existsSync(cluster.lock) ? tryFolderLock(cluster.lock) : undefined
    const unused = unusedServer()
    if (unused) kill(unused.pid, "SIGINT")
    release?.()
  }

  /** Returns the server if this was its last user; no one can find it if its folder is gone. */
  function unusedServer() {
    if (!existsSync(cluster.users)) return server
    rmSync(user, { force: true })
    return filesOfRunning(cluster.users).length > 0 ? undefined : findPostmaster(cluster.data)
  }

  return {
    url: shopUrl(cluster, server.port),
    stop: () => {
      left ??= leave().finally(removeExitHandler)
      return left
    },
  }
}

import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Cluster } from "./cluster"
import { shopUrl } from "./cluster-access"
import { embeddedPostgresError } from "./embedded-postgres-error"
import { atExit } from "./exit"
import { waitForFolderLock, withFolderLock } from "./folder-lock.mjs"
import { giveToFolderOwner } from "./folder-owner.mjs"
import { findPostmaster, kill, type Postmaster, stopPostmaster } from "./postmaster"
import { isRunning, ownProcessMark } from "./process-mark.mjs"
import { ensureServer, type ServerRequest, trimServerLog } from "./server"

/** A server in use; it is another one after a crash. */
interface ServerUse {
  readonly request: ServerRequest
  server: Postmaster
}

/** In milliseconds; outside of Linux, asking the system about a process takes a process. */
const CHECK_INTERVAL = process.platform === "linux" ? 1000 : 5000
const MAX_CHECK_INTERVAL = 60_000

/** Joins the server of a cluster and keeps it running until `stop`; the last user to leave stops it. */
export async function joinServer(request: ServerRequest) {
  const { cluster, onProgress } = request
  const onLongWait = () => onProgress("Waiting for another process that is opening the same database")
  const user = join(cluster.users, `${ownProcessMark()}.${randomUUID()}`)
  const server = await withFolderLock(cluster.lock, () => register(request, user), onLongWait)
  const use: ServerUse = { request, server }
  const stopSupervision = superviseServer(use)
  const removeExitHandler = atExit(() => leaveOnExit(use, user))
  let left: Promise<void> | undefined
  return {
    url: shopUrl(cluster, server.port),
    stop: () => {
      stopSupervision()
      left ??= leave(use, user).finally(removeExitHandler)
      return left
    },
  }
}

/** Lists this process among the users of the server, by the name of a file. */
async function register(request: ServerRequest, user: string) {
  writeFileSync(user, "", { flag: "wx", mode: 0o600 })
  giveToFolderOwner(user)
  try {
    return await ensureServer(request)
  } catch (error) {
    rmSync(user, { force: true })
    throw error
  }
}

async function leave({ request: { cluster }, server }: ServerUse, user: string) {
  if (!existsSync(cluster.lock)) return stopPostmaster(cluster, server)
  await withFolderLock(cluster.lock, async () => {
    const unused = unusedServer(cluster, user)
    if (unused) await stopPostmaster(cluster, unused)
  })
}

/** For a process that ends without having left: it cannot wait any more, so the server only gets the signal. */
function leaveOnExit({ request: { cluster }, server }: ServerUse, user: string) {
  if (!existsSync(cluster.lock)) return kill(server.pid, "SIGINT")
  const release = waitForFolderLock(cluster.lock, 300)
  const unused = unusedServer(cluster, user)
  if (unused) kill(unused.pid, "SIGINT")
  release?.()
}

/** Removes a user, and the dead ones. Returns the server if no other is left. */
function unusedServer({ users, data }: Cluster, user: string) {
  rmSync(user, { force: true })
  let isUsed = false
  for (const name of readdirSync(users)) {
    if (isRunning(name.split(".")[0] ?? "")) isUsed = true
    else rmSync(join(users, name), { force: true })
  }
  return isUsed ? undefined : findPostmaster(data)
}

/** Restarts a server, on its old port, when it dies under its users; trims its log. Returns how to end that. */
function superviseServer(use: ServerUse): () => void {
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
    trimServerLog(cluster.logFile)
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

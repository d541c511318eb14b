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

interface ServerUse {
  readonly request: ServerRequest
  server: Postmaster
}

/** Milliseconds; outside of Linux each check starts a process. */
const CHECK_INTERVAL = process.platform === "linux" ? 1000 : 5000
const MAX_CHECK_INTERVAL = 60_000

/** The last user to leave stops the server. */
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

/** Only sends a signal to the server, because an ending process cannot wait. */
function leaveOnExit({ request: { cluster }, server }: ServerUse, user: string) {
  if (!existsSync(cluster.lock)) return kill(server.pid, "SIGINT")
  const release = waitForFolderLock(cluster.lock, 300)
  const unused = unusedServer(cluster, user)
  if (unused) kill(unused.pid, "SIGINT")
  release?.()
}

function unusedServer({ users, data }: Cluster, user: string) {
  rmSync(user, { force: true })
  let isUsed = false
  for (const name of readdirSync(users)) {
    if (isRunning(name.split(".")[0] ?? "")) isUsed = true
    else rmSync(join(users, name), { force: true })
  }
  return isUsed ? undefined : findPostmaster(data)
}

/** Restarts a dead server on its old port, and trims its log; returns the end of that. */
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

import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Cluster } from "./cluster"
import { shopUrl } from "./cluster-access"
import { atExit } from "./exit"
import { waitForFolderLock, withFolderLock } from "./folder-lock.mjs"
import { giveToFolderOwner } from "./folder-owner.mjs"
import { findPostmaster, kill, type Postmaster, stopPostmaster } from "./postmaster"
import { isRunning, ownProcessMark } from "./process-mark.mjs"
import { ensureServer, type ServerRequest } from "./server"
import { superviseServer } from "./supervisor"

/** A server in use; it changes when the old one died. */
export interface ServerUse {
  readonly request: ServerRequest
  server: Postmaster
}

/**
 * Joins the server of a cluster. It is started if need be, and started again should it die meanwhile. `stop` leaves it; the
 * last one out stops it.
 */
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

/** Writes this process down as a user of the server: the names of the files are the list. */
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

/** For a process that ends without having left: it cannot wait any more, so the server is only asked to stop. */
function leaveOnExit({ request: { cluster }, server }: ServerUse, user: string) {
  if (!existsSync(cluster.lock)) return kill(server.pid, "SIGINT")
  const release = waitForFolderLock(cluster.lock, 300)
  const unused = unusedServer(cluster, user)
  if (unused) kill(unused.pid, "SIGINT")
  release?.()
}

/** Crosses a user out, and forgets the dead ones. Returns the server when no other is left. */
function unusedServer({ users, data }: Cluster, user: string) {
  rmSync(user, { force: true })
  let isUsed = false
  for (const name of readdirSync(users)) {
    if (isRunning(name.split(".")[0] ?? "")) isUsed = true
    else rmSync(join(users, name), { force: true })
  }
  return isUsed ? undefined : findPostmaster(data)
}

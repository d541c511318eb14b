import { existsSync } from "node:fs"
import { keepServerAlive } from "./caretaker"
import type { Cluster } from "./cluster"
import { shopUrl } from "./cluster-access"
import { atExit } from "./exit"
import { waitForFolderLock, withFolderLock } from "./folder-lock"
import { findPostmaster, kill, type Postmaster, stopPostmaster } from "./postmaster"
import { ensureServer, type ServerRequest } from "./server"
import { registerServerUser, serverIsUsed } from "./server-users"

/** One use of a server, from joining to leaving. */
export interface Membership {
  url: string
  leave(): Promise<void>
}

/** Joins the server of a cluster. It is started if need be, and started again should it die meanwhile. */
export async function joinServer(request: ServerRequest): Promise<Membership> {
  const { cluster, onProgress } = request
  const onLongWait = () => onProgress("Waiting for another process that is opening the same database")
  const { crossOut, server } = await withFolderLock(cluster.lock, () => register(request), onLongWait)
  const use = { request, server }
  const letGo = keepServerAlive(use)
  const stayCalm = atExit(() => leaveAtOnce(use, crossOut))
  let left: Promise<void> | undefined
  return {
    url: shopUrl(cluster, server.port),
    leave: () => {
      letGo()
      left ??= leave(use, crossOut).finally(stayCalm)
      return left
    },
  }
}

/** A server in use; it changes when the old one died. */
export interface ServerUse {
  readonly request: ServerRequest
  server: Postmaster
}

async function register(request: ServerRequest) {
  const crossOut = registerServerUser(request.cluster.users)
  try {
    return { crossOut, server: await ensureServer(request) }
  } catch (error) {
    crossOut()
    throw error
  }
}

async function leave({ request: { cluster }, server }: ServerUse, crossOut: () => void) {
  if (!existsSync(cluster.lock)) return stopPostmaster(cluster, server)
  await withFolderLock(cluster.lock, async () => {
    crossOut()
    const unused = unusedServer(cluster)
    if (unused) await stopPostmaster(cluster, unused)
  })
}

/** For a process that ends without having left: it cannot wait any more, so the server is only told to stop. */
function leaveAtOnce({ request: { cluster }, server }: ServerUse, crossOut: () => void) {
  if (!existsSync(cluster.lock)) return kill(server.pid, "SIGINT")
  const release = waitForFolderLock(cluster.lock, 300)
  crossOut()
  const unused = unusedServer(cluster)
  if (unused) kill(unused.pid, "SIGINT")
  release?.()
}

function unusedServer({ users, data }: Cluster) {
  return serverIsUsed(users) ? undefined : findPostmaster(data)
}

import { existsSync } from "node:fs"
import type { Cluster } from "./cluster"
import { shopUrl } from "./cluster-access"
import { atExit } from "./exit"
import { waitForFolderLock, withFolderLock } from "./folder-lock.mjs"
import { findPostmaster, kill, type Postmaster, stopPostmaster } from "./postmaster"
import { ensureServer, type ServerRequest } from "./server"
import { registerServerUser, serverIsUsed } from "./server-users"
import { superviseServer } from "./supervisor"

/** One use of a server, from joining to leaving. */
interface Membership {
  url: string
  leave(): Promise<void>
}

/** Joins the server of a cluster. It is started if need be, and started again should it die meanwhile. */
export async function joinServer(request: ServerRequest): Promise<Membership> {
  const { cluster, onProgress } = request
  const onLongWait = () => onProgress("Waiting for another process that is opening the same database")
  const { crossOut: unregister, server } = await withFolderLock(cluster.lock, () => register(request), onLongWait)
  const use = { request, server }
  const stopSupervision = superviseServer(use)
  const removeExitHandler = atExit(() => leaveOnExit(use, unregister))
  let left: Promise<void> | undefined
  return {
    url: shopUrl(cluster, server.port),
    leave: () => {
      stopSupervision()
      left ??= leave(use, unregister).finally(removeExitHandler)
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
  const unregister = registerServerUser(request.cluster.users)
  try {
    return { crossOut: unregister, server: await ensureServer(request) }
  } catch (error) {
    unregister()
    throw error
  }
}

async function leave({ request: { cluster }, server }: ServerUse, unregister: () => void) {
  if (!existsSync(cluster.lock)) return stopPostmaster(cluster, server)
  await withFolderLock(cluster.lock, async () => {
    unregister()
    const unused = unusedServer(cluster)
    if (unused) await stopPostmaster(cluster, unused)
  })
}

/** For a process that ends without having left: it cannot wait any more, so the server is only told to stop. */
function leaveOnExit({ request: { cluster }, server }: ServerUse, unregister: () => void) {
  if (!existsSync(cluster.lock)) return kill(server.pid, "SIGINT")
  const release = waitForFolderLock(cluster.lock, 300)
  unregister()
  const unused = unusedServer(cluster)
  if (unused) kill(unused.pid, "SIGINT")
  release?.()
}

function unusedServer({ users, data }: Cluster) {
  return serverIsUsed(users) ? undefined : findPostmaster(data)
}

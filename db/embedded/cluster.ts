import { realpathSync } from "node:fs"
import { join } from "node:path"
import { makeFolder } from "../processes/folder-owner.mjs"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { canOpen, serverUser } from "./system-user"

/** `folder` is the shop's DATA_DIR, and `user` runs the server if the shop is root. */
export type Cluster = ReturnType<typeof clusterOf>

export interface ServerRequest {
  cluster: Cluster
  settings: Record<string, string>
  onProgress: (line: string) => void
}

export function clusterData(folder: string) {
  return join(folder, "postgres", "data")
}

/** Only the cluster itself belongs to the server's user. */
export function prepareCluster(path: string): Cluster {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  makeFolder(path, mode)
  const cluster = clusterOf(realpathSync(path))
  const { folder, user } = cluster
  if (user && !canOpen(user, folder))
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and no other user can reach ${folder}: set DATA_DIR to a folder such as /var/tmp/counter, or run the shop as an ordinary user.`,
    )
  makeFolder(cluster.home, mode)
  makeFolder(cluster.lock, 0o700)
  makeFolder(cluster.users, 0o700)
  return cluster
}

export function clusterOf(folder: string) {
  const data = clusterData(folder)
  const home = join(folder, "postgres")
  return {
    folder,
    home,
    data,
    passwordFile: join(home, "password"),
    logFile: join(home, "postgres.log"),
    lock: join(home, "lock"),
    users: join(home, "users"),
    user: serverUser(folder, data),
  }
}

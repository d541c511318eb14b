import { realpathSync } from "node:fs"
import { join } from "node:path"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { makeFolder } from "./folder-owner.mjs"
import { canReach, type SystemUser, serverUser } from "./system-user"

/** The places of one embedded PostgreSQL: everything lies in `<DATA_DIR>/postgres`, the cluster itself in `data` within. */
export interface Cluster {
  /** The shop's DATA_DIR, named in messages. */
  folder: string
  home: string
  data: string
  passwordFile: string
  logFile: string
  lock: string
  users: string
  /** Whom the server runs as when we are root. */
  user: SystemUser | undefined
}

export function clusterData(folder: string) {
  return join(folder, "postgres", "data")
}

/** Makes the folders around a cluster. Only the cluster itself belongs to whom the server runs as. */
export function prepareCluster(path: string): Cluster {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  makeFolder(path, mode)
  const cluster = clusterOf(realpathSync(path))
  if (cluster.user && !canReach(cluster.user, cluster.folder)) throw unreachable(cluster.folder)
  makeFolder(cluster.home, mode)
  makeFolder(cluster.lock, 0o700)
  makeFolder(cluster.users, 0o700)
  return cluster
}

export function clusterOf(folder: string): Cluster {
  const home = join(folder, "postgres")
  const data = clusterData(folder)
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

function unreachable(folder: string) {
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no other user can reach ${folder}: set DATA_DIR to a folder such as /var/tmp/counter, or run the shop as an ordinary user.`,
  )
}

import { join } from "node:path"
import type { SystemUser } from "./system-user"

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

export function clusterOf(folder: string, user: SystemUser | undefined): Cluster {
  const home = join(folder, "postgres")
  return {
    folder,
    home,
    data: clusterData(folder),
    passwordFile: join(home, "password"),
    logFile: join(home, "postgres.log"),
    lock: join(home, "lock"),
    users: join(home, "users"),
    user,
  }
}

export function clusterData(folder: string) {
  return join(folder, "postgres", "data")
}

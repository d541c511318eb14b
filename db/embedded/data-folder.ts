import { createHash } from "node:crypto"
import { chmodSync, existsSync, lstatSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { clusterData } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { canReach, serverUser } from "./system-user"

interface DataFolderOptions {
  /** What DATA_DIR says, relative to the project. */
  dataDir?: string | undefined
  /** The project's folder, by default the working folder. */
  project?: string
}

/**
 * The folder for everything the shop keeps: DATA_DIR, else `.data` in the project. PostgreSQL does not run as root; where
 * root's project lies out of everybody else's reach, as under /root, a folder below /var/tmp stands in for `.data`.
 */
export function resolveDataFolder({ dataDir, project = process.cwd() }: DataFolderOptions = {}) {
  if (dataDir) return resolve(project, dataDir)
  const defaultFolder = resolve(project, ".data")
  if (existsSync(clusterData(defaultFolder))) return defaultFolder
  const user = serverUser(defaultFolder, clusterData(defaultFolder))
  return !user || canReach(user, defaultFolder) ? defaultFolder : fallbackFolder(resolve(project))
}

/** Everybody may write in /var/tmp, so what is found there under our name must be root's own. */
function fallbackFolder(project: string, parent = "/var/tmp") {
  const digest = createHash("sha256").update(project).digest("hex").slice(0, 8)
  const folder = join(parent, `counter${project.replace(/[^\w.-]+/g, "-")}-${digest}`)
  if (!existsSync(folder)) {
    mkdirSync(folder)
    chmodSync(folder, 0o711)
  }
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0) return folder
  throw new EmbeddedPostgresError(`${folder} belongs to somebody else: set DATA_DIR to a folder of the shop's own.`)
}

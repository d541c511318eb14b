import { createHash } from "node:crypto"
import { chmodSync, existsSync, lstatSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { clusterData } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { canOpen, serverUser } from "./system-user"

/** PostgreSQL does not run as root: /var/tmp replaces `.data` where other users cannot reach root's project. */
export function resolveDataFolder({ dataDir = "", project = process.cwd() } = {}) {
  if (dataDir) return resolve(project, dataDir)
  const folder = resolve(project, ".data")
  if (existsSync(clusterData(folder))) return folder
  const user = serverUser(folder, clusterData(folder))
  return !user || canOpen(user, folder) ? folder : fallbackFolder(resolve(project))
}

/** Everyone can write to /var/tmp, so an existing folder must be owned by root. */
function fallbackFolder(project: string) {
  const digest = createHash("sha256").update(project).digest("hex").slice(0, 8)
  const folder = join("/var/tmp", `counter${project.replace(/[^\w.-]+/g, "-")}-${digest}`)
  if (!existsSync(folder)) {
    mkdirSync(folder)
    chmodSync(folder, 0o711)
  }
  const stat = lstatSync(folder)
  if (stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0) return folder
  throw new EmbeddedPostgresError(`${folder} belongs to another user: set DATA_DIR to another folder.`)
}

import { randomUUID } from "node:crypto"
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import type { Cluster } from "./cluster"
import { createPassword, readPassword } from "./cluster-access"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { initdb } from "./initdb"
import { removeBeginningWith } from "./leftovers"
import type { NativeBinaries } from "./native-binaries"
import type { ServerRequest } from "./server"
import type { SystemUser } from "./system-user"

const majorVersion = "18"

/** Makes the cluster unless it is there. It appears under its name only once it is whole. */
export async function ensureCluster(request: ServerRequest, binaries: NativeBinaries) {
  const { cluster, settings, onProgress } = request
  removeBeginningWith(DRAFT, cluster.home)
  const versionFile = join(cluster.data, "PG_VERSION")
  if (existsSync(versionFile)) {
    checkVersion(readFileSync(versionFile, "utf8").trim(), cluster)
    if (cluster.user) giveCluster(cluster.data, cluster.user)
    return
  }
  if (existsSync(cluster.data) && readdirSync(cluster.data).length > 0) {
    throw new EmbeddedPostgresError(`There are files in ${cluster.data} that are no database: move them away.`)
  }
  onProgress(`Creating the database in ${cluster.folder}`)
  if (!existsSync(cluster.passwordFile)) createPassword(cluster)
  try {
    const draft = join(cluster.home, DRAFT + randomUUID())
    await createCluster(cluster, binaries, { draft, sync: settings.fsync !== "off" })
    renameSync(draft, cluster.data)
    syncFolder(cluster.home)
  } finally {
    removeBeginningWith(DRAFT, cluster.home)
  }
}

async function createCluster(cluster: Cluster, binaries: NativeBinaries, place: { draft: string; sync: boolean }) {
  const { draft } = place
  const passwordCopy = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordCopy, readPassword(cluster), { flag: "wx", mode: 0o600 })
  if (cluster.user) for (const path of [draft, passwordCopy]) chownSync(path, cluster.user.uid, cluster.user.gid)
  await initdb(cluster, binaries, { ...place, passwordFile: passwordCopy })
}

const DRAFT = "data.draft-"

/** A cluster that root copied or restored is root's, and PostgreSQL runs on nothing that is not its own. */
function giveCluster(data: string, user: SystemUser) {
  if (lstatSync(data).uid === user.uid) return
  for (const name of ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })]) {
    lchownSync(join(data, name), user.uid, user.gid)
  }
}

function syncFolder(path: string) {
  if (process.platform === "win32") return
  const folder = openSync(path, "r")
  fsyncSync(folder)
  closeSync(folder)
}

function checkVersion(version: string, { folder }: Cluster) {
  if (version === majorVersion) return
  throw new EmbeddedPostgresError(
    `The database in ${folder} was made by PostgreSQL ${version}, but this is PostgreSQL ${majorVersion}: carry it over with pg_dump, or set DATA_DIR to a new folder.`,
  )
}

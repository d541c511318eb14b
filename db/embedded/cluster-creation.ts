import { type ExecFileException, execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Cluster, ServerRequest } from "./cluster"
import { readPassword } from "./cluster-access"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { type NativeBinaries, nativeOptions, removeBeginningWith, unsupportedSystem } from "./native-binaries"
import type { SystemUser } from "./system-user"
import { readText, replaceText } from "./text-file"

const MAJOR_VERSION = "18"
const DRAFT = "data.draft-"

/** A cluster gets its name only once it is complete. */
export async function ensureCluster({ cluster, settings, onProgress }: ServerRequest, binaries: NativeBinaries) {
  const { home, data, folder, user } = cluster
  removeBeginningWith(DRAFT, home)
  const version = readText(join(data, "PG_VERSION"))
  if (version !== undefined) {
    if (version.trim() !== MAJOR_VERSION)
      throw new EmbeddedPostgresError(
        `The database in ${folder} was made by PostgreSQL ${version.trim()}, but this is PostgreSQL ${MAJOR_VERSION}: migrate it with pg_dump, or set DATA_DIR to a new folder.`,
      )
    if (user) giveCluster(data, user)
    return
  }
  if (fs.existsSync(data) && fs.readdirSync(data).length > 0)
    throw new EmbeddedPostgresError(`${data} contains files that are not a database: move them away.`)
  onProgress(`Creating the database in ${folder}`)
  if (!fs.existsSync(cluster.passwordFile)) replaceText(cluster.passwordFile, randomBytes(24).toString("base64url"))
  try {
    const draft = fs.mkdtempSync(join(home, DRAFT))
    const passwordCopy = `${draft}.password`
    fs.writeFileSync(passwordCopy, readPassword(cluster), { flag: "wx", mode: 0o600 })
    if (user) for (const path of [draft, passwordCopy]) fs.chownSync(path, user.uid, user.gid)
    const durability = settings.fsync === "off" ? ["--no-sync"] : []
    await initdb(cluster, binaries, [`--pgdata=${draft}`, `--pwfile=${passwordCopy}`, ...durability])
    fs.renameSync(draft, data)
    syncFolder(home)
  } finally {
    removeBeginningWith(DRAFT, home)
  }
}

/** The built-in C.UTF-8 sorts the same on every system; where libc lacks that name, C is equivalent. */
async function initdb(cluster: Cluster, binaries: NativeBinaries, options: string[]) {
  const usual = [
    "--username=postgres",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    `--locale=${process.platform === "linux" ? "C.UTF-8" : "C"}`,
    "--builtin-locale=C.UTF-8",
    "--text-search-config=english",
    "--no-instructions",
  ]
  try {
    await promisify(execFile)(binaries.initdb, [...usual, ...options], nativeOptions(cluster))
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as ExecFileException
    if (typeof code === "string") throw unsupportedSystem(error as Error)
    const lines = (stdout + stderr).trim().split("\n")
    const reason = lines.find((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1)
    throw new EmbeddedPostgresError(`The database in ${cluster.folder} could not be created: ${reason}`)
  }
}

/** PostgreSQL runs only on its user's own files, but a cluster that root copied is root's. */
function giveCluster(data: string, { uid, gid }: SystemUser) {
  if (fs.lstatSync(data).uid === uid) return
  const names = fs.readdirSync(data, { recursive: true, encoding: "utf8" })
  for (const name of ["", ...names]) fs.lchownSync(join(data, name), uid, gid)
}

function syncFolder(path: string) {
  if (process.platform === "win32") return
  const folder = fs.openSync(path, "r")
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clusterOf } from "../embedded/cluster"
import { findPostmaster, stopPostmaster } from "../embedded/postmaster"
import { isRunning, ownProcessMark } from "../embedded/process-mark.mjs"

const prefix = "counter-test-"

/** Linux keeps it in memory, where a database is created and dropped in a tenth of the disk's time. */
const MEMORY = "/dev/shm"

/** Where the databases of a whole run find room */
export function databasesParent(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > 4 * 2 ** 30 ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A temporary folder named after this process, through which others may pass. */
export function createTestFolder(parent = tmpdir()) {
  const path = mkdtempSync(join(parent, `${prefix}${ownProcessMark()}.`))
  chmodSync(path, 0o711)
  return path
}

/** Removes a data folder together with whatever server still runs in it. */
export async function discardEmbeddedPostgres(folder: string) {
  if (!existsSync(folder)) return
  const cluster = clusterOf(realpathSync(folder))
  const postmaster = findPostmaster(cluster.data)
  if (postmaster) await stopPostmaster(cluster, postmaster)
  rmSync(folder, { recursive: true, force: true })
}

/** Clears away the folders of killed test runs, together with the databases that still run there. */
export async function discardAbandonedTestFolders(parent = tmpdir()) {
  const names = readdirSync(parent).filter((name) => name.startsWith(prefix) && !isRunning(name.slice(prefix.length)))
  const folders = names.map((name) => join(parent, name)).filter(isOurs)
  // Another run may be at it as well; what is left is left to the next one.
  for (const folder of folders) await discardEmbeddedPostgres(folder).catch(() => {})
}

function isOurs(path: string) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid)
}

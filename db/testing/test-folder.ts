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
import { isRunning, ownProcessMark } from "../processes/process-mark.mjs"

const prefix = "counter-test-"

/** In memory on Linux, where creating a database takes a tenth of the disk's time */
const MEMORY = "/dev/shm"

/** Folder of the databases of a run */
export function databasesParent(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > 4 * 2 ** 30 ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Creates a temporary folder, named after this process, that other users can enter. */
export function createTestFolder(parent = tmpdir()) {
  const path = mkdtempSync(join(parent, `${prefix}${ownProcessMark()}.`))
  chmodSync(path, 0o711)
  return path
}

/** Removes a data folder and stops the server in it. */
export async function discardEmbeddedPostgres(folder: string) {
  if (!existsSync(folder)) return
  const cluster = clusterOf(realpathSync(folder))
  const postmaster = findPostmaster(cluster.data)
  if (postmaster) await stopPostmaster(cluster, postmaster)
  rmSync(folder, { recursive: true, force: true })
}

/** Removes the folders of killed test runs and stops their databases. */
export async function discardAbandonedTestFolders(parent = tmpdir()) {
  const names = readdirSync(parent).filter((name) => name.startsWith(prefix) && !isRunning(name.slice(prefix.length)))
  const folders = names.map((name) => join(parent, name)).filter(isOurs)
  // Another run may remove the same folder at the same time.
  for (const folder of folders) await discardEmbeddedPostgres(folder).catch(() => {})
}

function isOurs(path: string) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid)
}

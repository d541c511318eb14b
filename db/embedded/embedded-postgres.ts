import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync } from "node:fs"
import { resolve } from "node:path"
import { type Cluster, clusterData, clusterOf } from "./cluster"
import { reachServer, shopUrl } from "./cluster-access"
import { ensureCluster } from "./cluster-creation"
import { EmbeddedPostgresError, embeddedPostgresError } from "./embedded-postgres-error"
import { withFolderLock } from "./folder-lock"
import { nativeBinaries } from "./native-binaries"
import { findPostmaster, type Postmaster, stopPostmaster } from "./postmaster"
import { startServer } from "./server-start"
import { registerServerUser, serverIsUsed } from "./server-users"
import { canReach, serverUser } from "./system-user"

export interface EmbeddedPostgres {
  /** The shop's database, as its owner. */
  url: string
  /** Leaves the server; the last one out stops it. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The shop's DATA_DIR. */
  folder: string
  /** PostgreSQL settings for a server that is not running yet. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
}

/** Starts, or joins, the PostgreSQL of a data folder. Throws EmbeddedPostgresError, one sentence, when that cannot be. */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  try {
    const cluster = prepareCluster(folder)
    const membership = await withFolderLock(cluster.lock, () => join(cluster, options))
    let stopped: Promise<void> | undefined
    return {
      url: membership.url,
      stop: () => {
        stopped ??= withFolderLock(cluster.lock, () => leave(cluster, membership.user))
        return stopped
      },
    }
  } catch (error) {
    throw embeddedPostgresError(error, folder)
  }
}

/** Removes a data folder together with whatever server still runs in it. */
export async function discardEmbeddedPostgres(folder: string) {
  const cluster = clusterOf(realpathSync(folder), undefined)
  const postmaster = findPostmaster(cluster.data)
  if (postmaster) await stop(cluster, postmaster)
  rmSync(folder, { recursive: true, force: true })
}

async function join(cluster: Cluster, { settings = {}, onProgress = () => {} }: EmbeddedPostgresOptions) {
  const user = registerServerUser(cluster.users)
  try {
    let postmaster = await reachServer(cluster)
    if (!postmaster) {
      const binaries = nativeBinaries(cluster)
      await ensureCluster(cluster, binaries, onProgress)
      onProgress("Starting the database")
      await startServer(cluster, binaries, settings)
      postmaster = await reachServer(cluster)
    }
    if (!postmaster)
      throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} ended as soon as it had started.`)
    return { user, url: shopUrl(cluster, postmaster.port) }
  } catch (error) {
    user.leave()
    throw error
  }
}

async function leave(cluster: Cluster, user: { leave(): void }) {
  user.leave()
  const postmaster = findPostmaster(cluster.data)
  if (!postmaster || serverIsUsed(cluster.users)) return
  await stop(cluster, postmaster)
}

function stop(cluster: Cluster, postmaster: Postmaster) {
  return stopPostmaster(postmaster, () => {
    spawnSync(nativeBinaries(cluster).pgCtl, ["stop", "-D", cluster.data, "-m", "fast"], { windowsHide: true })
  })
}

/** Folders made by root stay root's and let others pass; only the cluster itself belongs to whom the server runs as. */
function prepareCluster(path: string) {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  makeFolder(path, mode)
  const folder = realpathSync(path)
  const user = serverUser(folder, clusterData(folder))
  const cluster = clusterOf(folder, user)
  if (user && !canReach(user, folder)) throw unreachable(folder)
  makeFolder(cluster.home, mode)
  makeFolder(cluster.lock, 0o700)
  makeFolder(cluster.users, 0o700)
  return cluster
}

function makeFolder(path: string, mode: number) {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
}

function unreachable(folder: string) {
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no other user can reach ${folder}: set DATA_DIR to a folder such as /var/tmp/counter, or run the shop as an ordinary user.`,
  )
}

import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, fstatSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import type { Cluster } from "./cluster"
import { reachServer } from "./cluster-access"
import { ensureCluster } from "./cluster-creation"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { type NativeBinaries, nativeBinaries } from "./native-binaries"
import { cannotRun, nativeOptions } from "./native-process"
import { freePort, usualPort } from "./port"
import { clearAfterDeadServer, findPostmaster, type Postmaster } from "./postmaster"
import { lastWords, openServerLog } from "./server-log"
import { serverSettings } from "./server-settings"

export interface ServerRequest {
  cluster: Cluster
  settings: Record<string, string>
  onProgress: (line: string) => void
}

/** The live server of a cluster; both are made if they are missing. Call it under the cluster's lock. */
export async function ensureServer(request: ServerRequest): Promise<Postmaster> {
  const { cluster, onProgress } = request
  let failure = ""
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await reachServer(cluster)
    if (found) return found
    await pause(attempt * 200)
    const binaries = nativeBinaries(cluster)
    await ensureCluster(request, binaries)
    onProgress("Starting the database")
    failure = await startServer(request, binaries, attempt === 0 ? await usualPort(cluster.data) : await freePort())
    const started = failure === "" && (await reachServer(cluster))
    if (started) return started
    if (!transientFailure.test(failure)) break
  }
  throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} does not start: ${failure || "it ends at once"}`)
}

/** Nothing; a port taken at the last moment; what a killed server or launcher left behind and is about to end. */
const transientFailure = /^$|Address already in use|could not bind|could not create any TCP|still in use|already exists/

/** Starts a server that lives on by itself, in a session of its own. Returns what it said if it gave up. */
async function startServer(request: ServerRequest, binaries: NativeBinaries, port: number) {
  const { cluster, settings } = request
  clearAfterDeadServer(cluster.data)
  const log = openServerLog(cluster.logFile)
  try {
    const { size } = fstatSync(log)
    const options = serverSettings(settings, port).flatMap((setting) => ["-c", setting])
    const child = spawn(binaries.postgres, ["-D", cluster.data, ...options], {
      ...nativeOptions(cluster),
      detached: true,
      stdio: ["ignore", log, log],
    })
    child.unref()
    return (await waitUntilReady(child, request)) ? "" : lastWords(log, size)
  } finally {
    closeSync(log)
  }
}

/** After a crash this lasts until everything since the last checkpoint is done again. */
async function waitUntilReady(child: ChildProcess, { cluster, onProgress }: ServerRequest) {
  let error: Error | undefined
  child.on("error", (reason) => {
    error = reason
  })
  const notice = setTimeout(onProgress, RECOVERY_NOTICE_AFTER, "The database is recovering from a crash")
  try {
    while (child.exitCode === null && child.signalCode === null) {
      if (error) throw cannotRun(error)
      const server = findPostmaster(cluster.data)
      if (server && server.pid === child.pid && server.state === "ready") return true
      await pause(5)
    }
    return false
  } finally {
    clearTimeout(notice)
  }
}

/** In milliseconds. */
const RECOVERY_NOTICE_AFTER = 5000

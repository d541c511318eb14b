import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { giveToFolderOwner } from "../processes/folder-owner.mjs"
import type { Cluster, ServerRequest } from "./cluster"
import { reachServer } from "./cluster-access"
import { ensureCluster } from "./cluster-creation"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { type NativeBinaries, nativeBinaries, nativeOptions, unsupportedSystem } from "./native-binaries"
import { freePort } from "./port"
import { clearAfterDeadServer, findPostmaster, type Postmaster } from "./postmaster"
import { serverSettings } from "./server-settings"
import { readText } from "./text-file"

const RECOVERY_NOTICE_AFTER = 5000
const LONGEST_LOG = 10_000_000

/** No output, a port that was just taken, or a killed server or launcher that is about to end */
const transientFailure = /^$|Address already in use|could not bind|could not create any TCP|still in use|already exists/

/** The caller must hold the cluster's lock. */
export async function ensureServer(request: ServerRequest): Promise<Postmaster> {
  const { cluster, onProgress } = request
  let failure = ""
  for (let starts = 0; ; starts++) {
    const found = await reachServer(cluster)
    if (found) return found
    if (starts === 5 || !transientFailure.test(failure)) break
    await pause(starts * 200)
    const binaries = nativeBinaries(cluster)
    await ensureCluster(request, binaries)
    onProgress("Starting the database")
    const port = (starts === 0 && portOfLastStart(cluster)) || (await freePort())
    failure = await startServer(request, binaries, port)
  }
  throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} does not start: ${failure || "it ends at once"}`)
}

/** Clients of a killed server find it again on its old port. */
function portOfLastStart({ data }: Cluster) {
  return Number(/"port=(\d+)"/.exec(readText(join(data, "postmaster.opts")) ?? "")?.[1])
}

/** Returns the server's last output if it gave up; recovery from a crash may take long. */
async function startServer(
  { cluster, settings, onProgress }: ServerRequest,
  { postgres }: NativeBinaries,
  port: number,
) {
  clearAfterDeadServer(cluster.data)
  const log = openServerLog(cluster.logFile)
  const notice = setTimeout(onProgress, RECOVERY_NOTICE_AFTER, "The database is recovering from a crash")
  try {
    const { size } = fs.fstatSync(log)
    const options = serverSettings(settings, port).flatMap((setting) => ["-c", setting])
    const child = spawn(postgres, ["-D", cluster.data, ...options], {
      ...nativeOptions(cluster),
      detached: true,
      stdio: ["ignore", log, log],
    })
    await once(child, "spawn").catch((error) => Promise.reject(unsupportedSystem(error)))
    child.unref()
    while (child.exitCode === null && child.signalCode === null) {
      const server = findPostmaster(cluster.data)
      if (server?.pid === child.pid && server?.state === "ready") return ""
      await pause(5)
    }
    return lastWords(log, size)
  } finally {
    clearTimeout(notice)
    fs.closeSync(log)
  }
}

export function trimServerLog(path: string) {
  if (fs.existsSync(path)) fs.closeSync(openServerLog(path))
}

function openServerLog(path: string) {
  const isNew = !fs.existsSync(path)
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = fs.constants
  const log = fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
  if (isNew) giveToFolderOwner(path)
  if (fs.fstatSync(log).size > LONGEST_LOG) fs.ftruncateSync(log)
  return log
}

function lastWords(log: number, begin: number) {
  const bytes = Buffer.alloc(Math.max(0, Math.min(fs.fstatSync(log).size - begin, 20_000)))
  fs.readSync(log, bytes, 0, bytes.length, begin)
  const lines = bytes.toString("utf8").trim().split("\n")
  const bind = lines.find((line) => /could not bind/.test(line))
  const complaint = bind ?? lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ""
  return complaint.replace(/^.*?(FATAL|PANIC|ERROR|LOG|WARNING): +/, "") || "it does not say why"
}

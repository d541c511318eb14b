import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { overwriteFile } from "./folder-owner.mjs"
import { nativeBinaries } from "./native-binaries"
import { isRunning, type ProcessMark, processMark } from "./process-mark.mjs"

export interface Postmaster {
  pid: number
  mark: ProcessMark
  port: number
  state: "starting" | "stopping" | "ready"
}

/** By the last line of `postmaster.pid`; a replica is never `ready`. */
const states: Record<string, Postmaster["state"]> = { ready: "ready", standby: "ready", stopping: "stopping" }

/** The pid file of a dead server does not count, even if its pid was recycled. */
export function findPostmaster(data: string): Postmaster | undefined {
  const lines = readPidFile(data)
  const pid = Number(lines?.[0])
  const mark = processMark(pid)
  if (!lines || !mark || !servesCluster(pid, data)) return undefined
  const state = states[lines[7]?.trim() ?? ""] ?? "starting"
  return { pid, mark, port: Number(lines[3]), state }
}

/** Writes this pid, because PostgreSQL never takes its parent for a rival; the file's key of shared memory is kept. */
export function clearAfterDeadServer(data: string) {
  const lines = readPidFile(data)
  if (!lines) return
  if (process.platform === "linux") {
    const folder = realpathSync(data)
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
    for (const pid of pids.map(Number)) if (workingFolder(pid) === folder) kill(pid, "SIGKILL")
  }
  overwriteFile(pidFile(data), [process.pid, ...lines.slice(1)].join("\n"))
}

/** Disconnects the clients and rolls back their transactions. */
export async function stopPostmaster(cluster: Cluster, { pid, mark }: Postmaster) {
  if (process.platform === "win32") {
    spawnSync(nativeBinaries(cluster).pgCtl, ["stop", "-D", cluster.data, "-m", "fast"], { windowsHide: true })
  } else if (isRunning(mark)) kill(pid, "SIGINT")
  const begin = Date.now()
  for (let escalated = false; isRunning(mark); await pause(5)) {
    const waited = Date.now() - begin
    if (waited > 7000 && !escalated) kill(pid, "SIGQUIT")
    escalated = waited > 7000
    if (waited > 15_000)
      throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} (process ${pid}) does not stop.`)
  }
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

const pidFile = (data: string) => join(data, "postmaster.pid")

function readPidFile(data: string) {
  try {
    return readFileSync(pidFile(data), "utf8").split("\n")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** A server works in its data folder, even after that was moved; other systems show only the program's name. */
function servesCluster(pid: number, data: string) {
  if (process.platform === "linux") return workingFolder(pid) === realpathSync(data)
  if (process.platform === "win32") return true
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
  return /\bpostgres\b/.test(stdout ?? "")
}

function workingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

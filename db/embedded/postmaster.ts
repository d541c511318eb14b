import { spawnSync } from "node:child_process"
import { readdirSync, readlinkSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { isRunning, type ProcessMark, processMark } from "../processes/process-mark.mjs"
import type { Cluster } from "./cluster"
import { EmbeddedPostgresError } from "./embedded-postgres-error"
import { nativeBinaries } from "./native-binaries"
import { readText, replaceText } from "./text-file"

export interface Postmaster {
  pid: number
  mark: ProcessMark
  port: number
  state: "starting" | "stopping" | "ready"
}

/** Returns the state in the last line of `postmaster.pid`; a replica is never `ready`. */
const states: Record<string, Postmaster["state"]> = { ready: "ready", standby: "ready", stopping: "stopping" }

const pidFile = (data: string) => join(data, "postmaster.pid")

/** The pid file of a dead server does not count, even if its pid was recycled. */
export function findPostmaster(data: string): Postmaster | undefined {
  const [pid, , , port, , , , state = ""] = readPidFile(data)
  const mark = processMark(Number(pid))
  if (!mark || !servesCluster(Number(pid), data)) return undefined
  return { pid: Number(pid), mark, port: Number(port), state: states[state.trim()] ?? "starting" }
}

/** Writes this pid, because PostgreSQL never mistakes its parent for a rival; keeps the file's shared memory key. */
export function clearAfterDeadServer(data: string) {
  const [pid, ...rest] = readPidFile(data)
  if (pid === undefined) return
  if (process.platform === "linux") {
    const folder = realpathSync(data)
    for (const pid of readdirSync("/proc").map(Number)) if (workingFolder(pid) === folder) kill(pid, "SIGKILL")
  }
  replaceText(pidFile(data), [process.pid, ...rest].join("\n"))
}

/** Disconnects the clients and rolls back their transactions. */
export async function stopPostmaster(cluster: Cluster, { pid, mark }: Postmaster) {
  for (const [signal, timeout] of [["SIGINT", 7000] as const, ["SIGQUIT", 8000] as const]) {
    if (!isRunning(mark)) return
    if (process.platform === "win32") spawnSync(nativeBinaries(cluster).pgCtl, ["kill", signal.slice(3), String(pid)])
    else kill(pid, signal)
    const deadline = performance.now() + timeout
    while (isRunning(mark) && performance.now() < deadline) await pause(5)
  }
  if (isRunning(mark))
    throw new EmbeddedPostgresError(`The PostgreSQL of ${cluster.folder} (process ${pid}) does not stop.`)
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function readPidFile(data: string): string[] {
  return readText(pidFile(data))?.split("\n") ?? []
}

/** A server works in its data folder, even after that was moved; on other systems only the program's name is known. */
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

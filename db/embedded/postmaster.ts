import { spawnSync } from "node:child_process"
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { isRunning, type ProcessMark, processMark } from "./process-mark"

/** The main process of a running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number
  mark: ProcessMark
  port: number
  state: "starting" | "stopping" | "ready"
}

/** The live server of a cluster. A pid file left behind by a dead one, its pid perhaps recycled since, does not count. */
export function findPostmaster(data: string): Postmaster | undefined {
  const lines = readPidFile(data)
  const pid = Number(lines?.[0])
  const mark = processMark(pid)
  if (!lines || !mark || !servesCluster(pid, data)) return undefined
  const state = lines[7]?.trim()
  return { pid, mark, port: Number(lines[3]), state: state === "ready" || state === "stopping" ? state : "starting" }
}

/**
 * Lets the next server of this process start over the pid file of a dead one whose pid now belongs to somebody else:
 * PostgreSQL would take that for a rival, but takes its own parent for none. Removing the file would also remove the
 * shared memory key in it, by which PostgreSQL notices survivors of the dead server.
 */
export function disownPidFile(data: string) {
  const lines = readPidFile(data)
  if (!lines) return
  const file = openSync(
    join(data, "postmaster.pid"),
    constants.O_WRONLY | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0),
  )
  try {
    writeSync(file, [process.pid, ...lines.slice(1)].join("\n"))
  } finally {
    closeSync(file)
  }
}

/** Ends what a killed server left running in its cluster (Linux; elsewhere these processes notice by themselves). */
export function endSurvivors(data: string) {
  if (process.platform !== "linux") return
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name) && workingFolder(Number(name)) === realpathSync(data)) kill(Number(name), "SIGKILL")
  }
}

/** Stops a server: clients are cut off, their transactions rolled back, data written out. */
export async function stopPostmaster({ pid, mark }: Postmaster, pgCtlStop: () => void) {
  const deadline = Date.now() + 7000
  requestStop(pid, pgCtlStop)
  while (isRunning(mark)) {
    if (Date.now() > deadline) kill(pid, "SIGQUIT")
    await pause(Date.now() > deadline ? 100 : 5)
  }
}

function requestStop(pid: number, pgCtlStop: () => void) {
  if (process.platform === "win32") pgCtlStop()
  else kill(pid, "SIGINT")
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function readPidFile(data: string) {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** A server works in its data folder; that also holds after the folder was moved. */
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

import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { nativeEnvironment } from "./native-environment"

/** Names one process for good, `pid-start`: a recycled pid has another start. Safe as a file name. */
export type ProcessMark = string

export function ownProcessMark(): ProcessMark {
  own ??= processMark(process.pid) ?? `${process.pid}-0`
  return own
}

/** The mark of a running process; nothing when there is none, or only a zombie. */
export function processMark(pid: number): ProcessMark | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const start = process.platform === "linux" ? startFromProc(pid) : startFromSystem(pid)
  return start === undefined ? undefined : `${pid}-${start}`
}

export function isRunning(mark: ProcessMark) {
  return processMark(Number.parseInt(mark, 10)) === mark
}

let own: ProcessMark | undefined

/** Linux counts the start in ticks since boot, so the boot belongs to it. */
function startFromProc(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X") return undefined
    return `${fields[19]}-${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)}`
  } catch {
    return undefined
  }
}

function startFromSystem(pid: number) {
  if (process.platform === "win32") return windowsProcessExists(pid) ? "0" : undefined
  const env = nativeEnvironment({ LC_ALL: "C", TZ: "UTC" })
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env })
  const [state, ...start] = (stdout ?? "").trim().split(/\s+/)
  if (!state || state.startsWith("Z")) return undefined
  return String(Date.parse(`${start.join(" ")} UTC`) / 1000)
}

function windowsProcessExists(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

// @ts-check
// Plain JavaScript, like the lock that stands on it: `npm run shop` needs both before anything is installed.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * Names one process for good, `pid-start`: a recycled pid has another start. Safe as a file name.
 * @typedef {string} ProcessMark
 */

/** @type {ProcessMark | undefined} */
let own

/** @returns {ProcessMark} */
export function ownProcessMark() {
  own ??= processMark(process.pid) ?? `${process.pid}-0`
  return own
}

/**
 * The mark of a running process; nothing when there is none, or only a zombie.
 * @param {number} pid
 * @returns {ProcessMark | undefined}
 */
export function processMark(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const start = process.platform === "linux" ? startFromProc(pid) : startFromSystem(pid)
  return start === undefined ? undefined : `${pid}-${start}`
}

/** @param {ProcessMark} mark */
export function isRunning(mark) {
  return processMark(Number.parseInt(mark, 10)) === mark
}

/**
 * Linux counts the start in ticks since boot, so the boot belongs to it.
 * @param {number} pid
 */
function startFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (fields[0] === "Z" || fields[0] === "X") return undefined
    return `${fields[19]}-${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)}`
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function startFromSystem(pid) {
  if (process.platform === "win32") return windowsProcessExists(pid) ? "0" : undefined
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env })
  const [state, ...start] = (stdout ?? "").trim().split(/\s+/)
  if (!state || state.startsWith("Z")) return undefined
  return String(Date.parse(`${start.join(" ")} UTC`) / 1000)
}

/** @param {number} pid */
function windowsProcessExists(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}

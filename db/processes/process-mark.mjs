// @ts-check
// Plain JavaScript, because `npm run shop` needs it before anything is installed.
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"

/** @typedef {string} ProcessMark `pid-start`, a safe file name: a recycled pid has another start */

/** @type {ProcessMark | undefined} */
let own

/** @returns {ProcessMark} */
export function ownProcessMark() {
  own ??= processMark(process.pid) ?? `${process.pid}-0`
  return own
}

/** Returns a new file name that belongs to this process. */
export function ownFileName() {
  return `${ownProcessMark()}.${randomUUID()}`
}

/** @type {(pid: number) => ProcessMark | undefined} also `undefined` for a zombie */
export function processMark(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const start = startOf[process.platform] ?? startFromPs
  const started = start(pid)
  return started && `${pid}-${started}`
}

/** @param {string} name a mark, which a dot and more may follow */
export function isRunning(name) {
  const [mark = ""] = name.split(".")
  return processMark(Number.parseInt(mark, 10)) === mark
}

/** @type {(folder: string) => string[]} the names of running processes' files; those of others are removed */
export function filesOfRunning(folder) {
  return readdirSync(folder).filter((name) => {
    if (isRunning(name)) return true
    rmSync(join(folder, name), { force: true })
    return false
  })
}

/** @type {Partial<Record<NodeJS.Platform, (pid: number) => string | undefined>>} */
const startOf = {
  /** Linux counts the start in ticks since boot, so the mark includes the boot. */
  linux(pid) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      if (fields[0] === "Z" || fields[0] === "X") return undefined
      return `${fields[19]}-${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)}`
    } catch {
      return undefined
    }
  },
  win32(pid) {
    try {
      process.kill(pid, 0)
      return "0"
    } catch (error) {
      return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM" ? "0" : undefined
    }
  },
}

/** @param {number} pid */
function startFromPs(pid) {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env })
  const [state, ...start] = (stdout ?? "").trim().split(/\s+/)
  return !state || state.startsWith("Z") ? undefined : String(Date.parse(`${start.join(" ")} UTC`) / 1000)
}

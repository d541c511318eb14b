import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { settingNames } from "~/start/settings.server"
import { freePort } from "~db/embedded/port"

export class BenchError extends Error {
  override readonly name = "BenchError"
}

export type BenchProgram = Awaited<ReturnType<typeof startProgram>>

const OPEN_WITHIN = 120_000
const STOP_WITHIN = 12_000

/** Ends the child when the bench is gone, even if killed. */
const END_WITH_PARENT = "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))"

const running = new Set<ChildProcess>()

export function startShop(folder: string, settings: Record<string, string>): Promise<BenchProgram> {
  const unset = Object.fromEntries(settingNames.map((name) => [name, ""]))
  return startProgram("build/server/server.js", "shop", folder, { ...unset, ...settings })
}

/** Starts a server and waits until it does; the folder gets its log. */
export async function startProgram(file: string, name: string, folder: string, env: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, "w")
  const child = fork(file, [name], {
    env: { ...process.env, NODE_ENV: "production", ...env, PORT: port },
    execArgv: ["--import", END_WITH_PARENT],
    stdio: ["ignore", log, log, "ipc"],
  })
  closeSync(log)
  running.add(child)
  child.once("exit", () => running.delete(child))
  const deadline = performance.now() + OPEN_WITHIN
  // Peers have no /readyz, and respond to it with 404.
  while (((await fetch(`${url}/readyz`).catch(() => null))?.status ?? 503) === 503) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new BenchError(`The ${name} did not open:\n${readFileSync(logFile, "utf8").slice(-2_000)}`)
    await sleep(50)
  }
  return { url, pid: child.pid ?? 0 }
}

export async function stopPrograms(): Promise<void> {
  const stop = async (child: ChildProcess) => {
    const gone = once(child, "exit")
    child.kill("SIGTERM")
    const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN)
    await gone
    clearTimeout(deadline)
  }
  await Promise.all([...running].map(stop))
}

/** Milliseconds; `null` without /proc */
export function processorTime(pid: number): number | null {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ")
  // Linux counts in hundredths of a second (`man 5 proc`, USER_HZ).
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null
}

/** Megabytes, now or at most; `null` without /proc */
export function memoryOf(pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number | null {
  const line = readProc(pid, "status")
    .split("\n")
    .find((line) => line.startsWith(`${field}:`))
  return line ? Number.parseInt(line.slice(field.length + 1), 10) / 1024 : null
}

function readProc(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}

import { fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { conflict } from "~/domain/shop-error"
import { settingNames } from "~/start/settings.server"
import { freePort } from "~db/embedded/port"
import { atEnd, type Bench } from "./open-bench.server"

export type BenchProgram = Awaited<ReturnType<typeof startProgram>>

export const SHOP_PROGRAM = "build/server/server.js"
const OPEN_WITHIN = 120_000

/** Ends the child process, which has seconds for it, even if the bench was killed. */
const END_WHEN_DISCONNECTED = "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))"

/** Starts a server and waits until it responds; its log is in the folder of the bench. */
export async function startProgram({ folder }: Bench, file: string, name: string, env: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, "w")
  const unset = Object.fromEntries(settingNames.map((name) => [name, ""]))
  const child = fork(file, [name], {
    env: { ...process.env, ...unset, NODE_ENV: "production", ...env, PORT: port },
    execArgv: ["--import", END_WHEN_DISCONNECTED],
    stdio: ["ignore", log, log, "ipc"],
  })
  closeSync(log)
  const exit = once(child, "exit")
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exit
  }
  atEnd(stop)
  const deadline = performance.now() + OPEN_WITHIN
  // Peers have no /readyz, and respond to it with 404.
  while (((await fetch(`${url}/readyz`).catch(() => null))?.status ?? 503) === 503) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw conflict(`The ${name} did not open:\n${readFileSync(logFile, "utf8").slice(-2_000)}`)
    await sleep(50)
  }
  return { url, pid: child.pid ?? 0, stop }
}

/** Milliseconds; `NaN` without /proc */
export function processorTime(pid: number): number {
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ")
  // Linux counts in hundredths of a second (`man 5 proc`, USER_HZ).
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10
}

/** Megabytes, now or at most; `NaN` without /proc */
export function memoryOf(pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const [, kilobytes = ""] = readProc(pid, "status").split(`${field}:`)
  return Number.parseInt(kilobytes, 10) / 1024
}

function readProc(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}

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

export interface BenchProgram {
  url: string
  pid: number
}

const OPEN_WITHIN = 120_000
const STOP_WITHIN = 12_000

const running = new Set<ChildProcess>()

export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map(stop))
}

export async function startPeer(name: string, env: Record<string, string> = {}): Promise<BenchProgram> {
  const child = start("app/commands/bench/peers.mjs", name, env, "inherit")
  const gone = once(child, "exit").then(() => [])
  const [message] = (await Promise.race([once(child, "message"), gone])) as { url: string }[]
  if (!message) throw new BenchError(`The peer ${name} ended before it listened`)
  return { url: message.url, pid: child.pid ?? 0 }
}

export async function startShop(folder: string, env: Record<string, string>): Promise<BenchProgram> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const logFile = join(folder, "shop.log")
  const log = openSync(logFile, "w")
  const unset = Object.fromEntries(settingNames.map((name) => [name, ""]))
  const child = start("build/server/server.js", "", { ...unset, ...env, PORT: port }, log)
  closeSync(log)
  const deadline = performance.now() + OPEN_WITHIN
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new BenchError(`The shop did not open:\n${readFileSync(logFile, "utf8").slice(-2_000)}`)
    await sleep(50)
  }
  return { url, pid: child.pid ?? 0 }
}

/** Ends the child when the bench is gone, even if killed. */
const END_WITH_PARENT = "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))"

function start(file: string, argument: string, env: Record<string, string>, output: "inherit" | number): ChildProcess {
  const child = fork(file, [argument], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    execArgv: ["--import", END_WITH_PARENT],
    stdio: ["ignore", output, output, "ipc"],
  })
  running.add(child)
  child.once("exit", () => running.delete(child))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN)
  await gone
  clearTimeout(deadline)
}

/** Milliseconds; `null` without /proc */
export function processorTime(pid: number): number | null {
  const fields = readProc(pid, "stat")?.split(") ")[1]?.split(" ")
  // Linux counts in hundredths of a second (`man 5 proc`, USER_HZ).
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : null
}

/** Megabytes; `null` without /proc */
export function memoryOf(pid: number): number | null {
  return megabytes(pid, /^VmRSS:\s+(\d+) kB/m)
}

/** Megabytes; `null` without /proc */
export function peakMemoryOf(pid: number): number | null {
  return megabytes(pid, /^VmHWM:\s+(\d+) kB/m)
}

function megabytes(pid: number, pattern: RegExp): number | null {
  const kilobytes = pattern.exec(readProc(pid, "status") ?? "")?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : null
}

function readProc(pid: number, name: string): string | null {
  const path = `/proc/${pid}/${name}`
  return existsSync(path) ? readFileSync(path, "utf8") : null
}

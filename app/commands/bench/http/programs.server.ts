import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { settingNames } from "~/start/settings.server"
import { freePort } from "~db/embedded/port"
import { BenchError } from "../bench-error"
import type { LoadJob, LoadResult } from "./load-job"

const PEERS = "app/commands/bench/peers"
/** How long the shop may take to open, and any program to end, in milliseconds. */
const OPENING_PATIENCE = 120_000
const STOP_WITHIN = 12_000

export interface BenchProgram {
  name: string
  url: string
  pid: number
}

const running = new Set<ChildProcess>()

/** Ends every program of the bench. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map(end))
}

/** Starts a server to be measured: a file that tells its address as soon as it listens. */
export async function startPeer(name: string, env: Record<string, string> = {}): Promise<BenchProgram> {
  const child = startFile(join(PEERS, `${name}.mjs`), env, "inherit")
  const { url } = await answerOf<{ url: string }>(child, name)
  return { name, url, pid: child.pid ?? 0 }
}

/** Starts the shop from its build, with no other settings than these. What it logs goes to a file of that folder. */
export async function startShop(folder: string, env: Record<string, string>): Promise<BenchProgram> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const logFile = join(folder, "shop.log")
  const log = openSync(logFile, "w")
  const unset = Object.fromEntries(settingNames.map((name) => [name, ""]))
  const child = startFile(join(PEERS, "shop.mjs"), { ...unset, ...env, PORT: port }, log)
  closeSync(log)
  const givesUpAt = performance.now() + OPENING_PATIENCE
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() > givesUpAt) {
      await end(child)
      throw new BenchError(`The shop did not open:\n${readFileSync(logFile, "utf8").slice(-2_000)}`)
    }
    await sleep(50)
  }
  return { name: "shop", url, pid: child.pid ?? 0 }
}

export interface LoadGenerator {
  send(job: LoadJob): Promise<LoadResult>
}

/** Starts the process that sends requests. @throws BenchError when the development dependencies are not installed */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = startFile("app/commands/bench/http/load.mjs", {}, "ignore")
  await answerOf(child, "load generator, which needs the development dependencies (npm ci),")
  return {
    async send(job) {
      child.send(job)
      const { result, error } = await answerOf<{ result?: LoadResult; error?: string }>(child, "load generator")
      if (!result) throw new BenchError(`The load generator failed: ${error}`)
      return result
    },
  }
}

function startFile(file: string, env: Record<string, string>, output: "inherit" | "ignore" | number): ChildProcess {
  const production: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", ...env }
  const child = fork(file, [], { env: production, stdio: ["ignore", output, output, "ipc"] })
  running.add(child)
  child.once("exit", () => running.delete(child))
  return child
}

/** The next message of a program. @throws BenchError when it ends instead */
async function answerOf<T>(child: ChildProcess, name: string): Promise<T> {
  const ended = new AbortController()
  const gone = once(child, "exit", { signal: ended.signal }).then(() => {
    throw new BenchError(`The ${name} ended before it answered`)
  })
  try {
    const [message] = await Promise.race([once(child, "message", { signal: ended.signal }), gone])
    return message as T
  } finally {
    gone.catch(() => {})
    ended.abort()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN)
  await gone
  clearTimeout(deadline)
}

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { settingNames } from "~/start/settings.server"

/** A running program of the build with its output */
export interface Program {
  process: ChildProcess
  output(): string
  /** Sends a signal and returns how the program ended. */
  end(signal: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * Starts a program of the build with its own environment: it inherits nothing from the tests, and empty variables
 * override the project's `.env`.
 */
export function startProgram(args: string[], env: Record<string, string>): Program {
  const unset = Object.fromEntries(settingNames.map((name) => [name, ""]))
  return startProcess(process.execPath, args, { env: { ...unset, NODE_ENV: "production", ...env } })
}

interface ProcessOptions {
  env?: Record<string, string>
  cwd?: string
  uid?: number
  gid?: number
}

/** Starts any program with a minimal environment and these variables. */
export function startProcess(program: string, args: string[], { env, ...options }: ProcessOptions = {}): Program {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  const environment: Record<string, string | undefined> = { PATH, HOME, TMPDIR, SystemRoot, ...env }
  const child = spawn(program, args, {
    ...options,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  child.stdout?.on("data", (chunk) => {
    said += chunk
  })
  child.stderr?.on("data", (chunk) => {
    said += chunk
  })
  const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }) as Ended)
  return {
    process: child,
    output: () => said,
    ended,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}

/** Waits until a server is ready. @throws with its output if it does not start */
export async function untilReady(url: string, program: Program): Promise<void> {
  for (let tries = 0; tries < 600 && program.process.exitCode === null; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await program.end("SIGKILL")
  throw new Error(`The shop did not start:\n${program.output()}`)
}

import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { afterAll, onTestFinished } from "vitest"
import { createTestFolder, discardEmbeddedPostgres } from "../../testing/test-folder"
import type { SystemUser } from "../system-user"
import type { TestProject } from "./project"

/** A process that opened a data folder, or failed to */
interface TestLauncher {
  pid: number
  url: string
  error: string
  progress: string[]
  /** Sends a command and waits for the response, or for the process to end. */
  send(command: "stop" | "exit" | "end in order"): Promise<void>
  /** Signals the whole process group, as a terminal does; resolves to the exit code. */
  signal(signal: NodeJS.Signals): Promise<number | null>
}

/** A folder that other users can enter; processes that run in it end with the test. */
export function temporaryFolder() {
  const path = createTestFolder()
  onTestFinished(() => discardEmbeddedPostgres(path))
  return path
}

/** One folder for all tests of a file, because a first start takes longer than a test. */
export function sharedFolder() {
  const path = createTestFolder()
  afterAll(() => discardEmbeddedPostgres(path))
  return path
}

/** Starts a process that opens a folder; resolves before it is open. */
export function spawnLauncher(project: TestProject, folder: string, user = {} as SystemUser | undefined) {
  const child = spawn(project.node, [project.launcher, folder], {
    ...user,
    cwd: project.path,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  child.stdin.on("error", () => {})
  return child
}

/** Runs the launcher in a process until the folder is open or has failed to open. */
export async function runLauncher(project: TestProject, folder: string, user?: SystemUser): Promise<TestLauncher> {
  const child = spawnLauncher(project, folder, user)
  const { pid } = child
  if (!pid) throw new Error("The launcher could not be started")
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, "exit")
  const progress: string[] = []
  for (;;) {
    const { value, done } = await lines.next()
    const answer = done ? { error: "the launcher ended" } : JSON.parse(value)
    if (answer.progress) progress.push(answer.progress)
    if (!answer.url && !answer.error) continue
    return {
      pid,
      url: answer.url ?? "",
      error: answer.error ?? "",
      progress,
      send: async (command) => {
        child.stdin.write(`${command}\n`)
        await lines.next()
      },
      signal: async (signal) => {
        process.kill(-pid, signal)
        return (await ended)[0]
      },
    }
  }
}

export const isRoot = process.getuid?.() === 0

/** An unprivileged user: the current one, or under root another than PostgreSQL's */
export function ordinaryUser(): SystemUser | undefined {
  if (!isRoot) return undefined
  const lines = readFileSync("/etc/passwd", "utf8").split("\n")
  const daemon = lines.map((line) => line.split(":")).find(([name]) => name === "daemon")
  return { uid: Number(daemon?.[2]), gid: Number(daemon?.[3]) }
}

import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import { freePort } from "~db/embedded/port"
import { createTestDatabase, type TestDatabase } from "~db/testing/test-database"
import { openForTests } from "../processes/open-for-tests"
import { type Program, startProgram } from "../processes/program.server"

interface OperatorTest {
  /** Folder of the shop's files and, by default, its database */
  folder: string
  /** An existing database, for tests that do not need the embedded one */
  own: TestDatabase
  /** Settings of a shop in this folder */
  served: Record<string, string>
  /** The shop's port in this test */
  port: number
  url: string
  /** @param options Node's own options */
  start(env?: Record<string, string>, options?: string[]): Program
  close(): Promise<void>
}

/** Starts and restarts the server in one folder, for the tests of a file. */
export function openOperatorTest(): OperatorTest {
  let started: Program | null = null
  const here = openForTests<OperatorTest>(async () => {
    const own = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), "counter-server-"))
    // PostgreSQL runs as an unprivileged user under root, who needs access to the folder.
    await chmod(folder, 0o755)
    return {
      folder,
      own,
      served: { DATABASE_URL: own.url, SESSION_SECRET: "a secret of some length", PAYMENTS: "sandbox" },
      port: 0,
      url: "",
      start(env = {}, options = []) {
        const settings = { PORT: String(here.port), DATA_DIR: folder, DEMO_CATALOGUE: "off", ...env }
        started = startProgram([...options, "build/server/server.js"], settings)
        return started
      },
      async close() {
        await own.drop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  })
  beforeEach(async () => {
    here.port = await freePort()
    here.url = `http://localhost:${here.port}`
  })
  afterEach(async () => {
    await started?.end("SIGKILL")
    started = null
  })
  return here
}

import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach } from "vitest"
import { freePort } from "~db/embedded/port"
import { createTestDatabase, type TestDatabase } from "~db/testing/test-database"
import { openForTests } from "../processes/open-for-tests"
import { type Program, startProgram } from "../processes/program.server"

interface OperatorTest {
  /** Where the shop keeps its files and, unless told of another, its database. */
  folder: string
  /** A database that is there already, for what has nothing to do with the one in the folder. */
  own: TestDatabase
  /** The settings of a shop on it. */
  served: Record<string, string>
  /** Where the shop opens in this test. */
  port: number
  url: string
  /** @param options of Node itself */
  start(env?: Record<string, string>, options?: string[]): Program
  close(): Promise<void>
}

/** The server as an operator starts it, again and again in one folder, for the tests of a file. */
export function openOperatorTest(): OperatorTest {
  let started: Program | null = null
  const here = openForTests<OperatorTest>(async () => {
    const own = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), "counter-server-"))
    // Root hands the database to an ordinary user, who must be able to get there.
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

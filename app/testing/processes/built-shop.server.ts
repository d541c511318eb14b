import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { identityOf } from "~/domain/settings/identity"
import { freePort } from "~db/embedded/port"
import { openTestShop, type TestShop } from "../shop/test-shop.server"
import { startProgram, untilReady } from "./program.server"

export interface BuiltShop extends TestShop {
  url: string
  process: ChildProcess
  /** The server's output so far */
  output(): string
}

/** Signs the cookies of all built shops. */
export const journeySecret = "a secret for the journeys only"

interface BuiltShopOptions {
  /** Additional environment variables */
  env?: Record<string, string>
  /** Shares this shop's database and media, as a second process. */
  beside?: BuiltShop
}

/** The built shop in a separate process, and the same shop opened in the test */
export async function openBuiltShop({ env = {}, beside }: BuiltShopOptions = {}): Promise<BuiltShop> {
  const test = beside ?? (await openTestShop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = startProgram(["build/server/server.js"], {
    PORT: String(port),
    DATABASE_URL: test.databaseUrl,
    SESSION_SECRET: journeySecret,
    PAYMENTS: "sandbox",
    DATA_DIR: test.mediaFolder,
    LOG_LEVEL: "warn",
    // Changes that a test writes to the database are visible immediately.
    MAX_STALENESS_MS: "0",
    ...env,
  })
  await untilReady(url, server)
  const media = openDiskMedia({ folder: join(test.mediaFolder, "media"), baseUrl: "/media" })
  return {
    ...test,
    url,
    process: server.process,
    output: server.output,
    shop: { ...test.shop, media, identity: identityOf(test.shop.settings, { name: null, email: null, url }) },
    async close() {
      await server.end("SIGTERM")
      if (!beside) await test.close()
    },
  }
}

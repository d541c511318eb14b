import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { openDiskMedia } from "~/adapters/disk-media.server"
import { openTestShop, type TestShop } from "./test-shop.server"

export interface BuiltShop extends TestShop {
  url: string
  process: ChildProcess
}

interface BuiltShopOptions {
  /** More of the server's environment. */
  env?: Record<string, string>
  /** Another shop's database and media: a second process beside it. */
  beside?: BuiltShop
}

/** The built shop as a process of its own, and the same shop opened in the test for looking behind the scenes. */
export async function openBuiltShop({ env = {}, beside }: BuiltShopOptions = {}): Promise<BuiltShop> {
  const test = beside ?? (await openTestShop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ["build/server/server.js"], {
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      DATABASE_URL: test.databaseUrl,
      SESSION_SECRET: "a secret for the journeys only",
      PAYMENTS: "sandbox",
      DATA_DIR: test.mediaFolder,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said: string[] = []
  server.stdout?.on("data", (chunk) => said.push(String(chunk)))
  server.stderr?.on("data", (chunk) => said.push(String(chunk)))
  await ready(url, server, said)
  const media = openDiskMedia({ folder: join(test.mediaFolder, "media"), baseUrl: "/media" })
  return {
    ...test,
    url,
    process: server,
    shop: { ...test.shop, media, identity: { ...test.shop.identity, url } },
    async close() {
      await stop(server)
      if (!beside) await test.close()
    },
  }
}

/** The shop's own variables must not leak from the environment of whoever runs the tests. */
function bareEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  return { PATH, HOME, TMPDIR, SystemRoot }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, "listening")
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === "object" && address ? address.port : 0
}

async function ready(url: string, server: ChildProcess, said: string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  server.kill("SIGKILL")
  throw new Error(`The built shop did not start:\n${said.join("")}`)
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill("SIGTERM")
  await once(server, "exit")
}

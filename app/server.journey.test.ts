import { once } from "node:events"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort, type Program, startProgram, untilReady } from "./testing/program.server"

const SERVER = ["build/server/server.js"]
let folder: string
let port: number
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-server-"))
  // Root hands the database to an ordinary user, who must be able to get there.
  await chmod(folder, 0o755)
  port = await freePort()
  url = `http://localhost:${port}`
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function start(env: Record<string, string> = {}): Program {
  return startProgram(SERVER, { PORT: String(port), DATA_DIR: folder, DEMO_CATALOGUE: "off", ...env })
}

describe("the operator's server, with nothing but an empty folder", () => {
  test("opens, says how to sign in as administrator, and ends on SIGTERM with exit code 0", async () => {
    const server = start()
    await untilReady(url, server)
    await expect.poll(server.output).toContain(`is open at ${url}`)
    const [email, password] = (await readFile(join(folder, "admin.txt"), "utf8")).split("\n")
    expect(server.output()).toContain(`${email} with password ${password}`)
    const began = Date.now()
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
    expect(Date.now() - began).toBeLessThan(10_000)
  }, 60_000)

  test("opens a second time in less than five seconds, with the same administrator", async () => {
    const began = Date.now()
    const server = start()
    await untilReady(url, server)
    expect(Date.now() - began).toBeLessThan(5_000)
    await expect
      .poll(server.output)
      .toContain(await readFile(join(folder, "admin.txt"), "utf8").then((text) => text.split("\n")[1]))
    await server.end("SIGTERM")
  }, 60_000)

  test("opens again after kill -9, and nothing is lost", async () => {
    const killed = start()
    await untilReady(url, killed)
    await killed.end("SIGKILL")
    const again = start()
    await untilReady(url, again)
    expect((await fetch(url)).status).toBe(200)
    expect((await again.end("SIGTERM")).code).toBe(0)
  }, 60_000)

  test("lets a command of another process work beside it", async () => {
    const server = start()
    await untilReady(url, server)
    const command = startProgram(["build/server/command.js", "migrate"], { DATA_DIR: folder })
    expect((await command.ended).code).toBe(0)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await server.end("SIGTERM")).code).toBe(0)
  }, 60_000)
})

describe("what cannot work is said in one sentence", () => {
  test("a port that is taken", async () => {
    const squatter: Server = createServer().listen(port)
    await once(squatter, "listening")
    const server = start()
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain(`PORT ${port} is taken`)
    expect(server.output()).not.toContain("    at ")
    squatter.close()
  }, 60_000)

  test("a wrong variable", async () => {
    const server = start({ PORT: "eighty", SHOP_EMAIL: "nobody" })
    expect((await server.ended).code).toBe(1)
    expect(server.output().trim().split("\n")).toHaveLength(2)
    expect(server.output()).toMatch(/^PORT .*\nSHOP_EMAIL /)
  }, 60_000)

  test("a database that cannot be reached", async () => {
    const server = start({
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      SESSION_SECRET: "a secret of some length",
      PAYMENTS: "sandbox",
    })
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain("DATABASE_URL")
    expect(server.output()).not.toContain("    at ")
  }, 60_000)

  test("an unknown command", async () => {
    const command = startProgram(["build/server/command.js", "dance"], { DATA_DIR: folder })
    expect((await command.ended).code).toBe(1)
    expect(command.output()).toContain('no command "dance"')
  }, 60_000)
})

import { once } from "node:events"
import { chmod, mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { request } from "node:http"
import { createServer, type Server } from "node:net"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "~db/test-database"
import { freePort, type Program, startProgram, untilReady } from "./testing/program.server"
import { openSlowProxy } from "./testing/slow-proxy.server"

const SERVER = ["build/server/server.js"]
let folder: string
let port: number
let url: string
/** A database that is there already, for what has nothing to do with the one in the folder. */
let own: TestDatabase
let served: Record<string, string>

beforeAll(async () => {
  own = await createTestDatabase()
  served = { DATABASE_URL: own.url, SESSION_SECRET: "a secret of some length", PAYMENTS: "sandbox" }
  folder = await mkdtemp(join(tmpdir(), "counter-server-"))
  // Root hands the database to an ordinary user, who must be able to get there.
  await chmod(folder, 0o755)
  port = await freePort()
  url = `http://localhost:${port}`
})

afterAll(async () => {
  await own?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A program that a failed test has left running would keep the port from the tests after it. */
let started: Program | null = null
/** How long the first opening took, with the database to be made, in milliseconds. */
let firstOpening = 0
afterEach(async () => {
  await started?.end("SIGKILL")
  started = null
})

function start(env: Record<string, string> = {}): Program {
  started = startProgram(SERVER, { PORT: String(port), DATA_DIR: folder, DEMO_CATALOGUE: "off", ...env })
  return started
}

interface Line {
  level: number
  msg: string
  [field: string]: unknown
}

/** What a program said; every line of it must be JSON. */
function linesOf(program: Program): Line[] {
  const lines = program.output().trim().split("\n")
  return lines.map((line) => JSON.parse(line) as Line)
}

describe("the operator's server, with nothing but an empty folder", () => {
  test("opens, says how to sign in as administrator, and ends on SIGTERM with exit code 0", async () => {
    const server = start()
    const beginning = Date.now()
    await untilReady(url, server)
    firstOpening = Date.now() - beginning
    await expect.poll(server.output).toContain(`is open at ${url}`)
    const file = join(folder, "admin.txt")
    const [email, password] = (await readFile(file, "utf8")).split("\n")
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(server.output()).toContain(`${email} with password ${password}`)
    const began = Date.now()
    expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test("opens a second time in five seconds, on a busy machine no later than the first, and never prints the password again", async () => {
    const began = Date.now()
    const server = start()
    await untilReady(url, server)
    expect(Date.now() - began).toBeLessThan(Math.max(5_000, firstOpening))
    const file = join(folder, "admin.txt")
    const [email, password = ""] = (await readFile(file, "utf8")).split("\n")
    await expect.poll(server.output).toContain(`Administrator: ${email}, first password in ${file}`)
    expect(server.output()).not.toContain(password)
    const body = new URLSearchParams({ email: email ?? "", password })
    expect((await fetch(`${url}/api/v1/login`, { method: "POST", body })).status).toBe(200)
    await server.end("SIGTERM")
  })

  test("opens again after kill -9, and nothing is lost", async () => {
    const killed = start()
    await untilReady(url, killed)
    await killed.end("SIGKILL")
    const again = start()
    await untilReady(url, again)
    expect((await fetch(url)).status).toBe(200)
    expect((await again.end("SIGTERM")).code).toBe(0)
  })

  test("lets a command of another process work beside it", async () => {
    const server = start()
    await untilReady(url, server)
    const command = startProgram(["build/server/command.js", "migrate"], { DATA_DIR: folder })
    expect((await command.ended).code).toBe(0)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await server.end("SIGTERM")).code).toBe(0)
  })
})

describe("an error that nobody caught", () => {
  const causes = {
    "an exception": "setTimeout(() => { throw new Error('nobody caught this') })",
    "a rejection": "Promise.reject(new Error('nobody caught this'))",
  }

  test.each(Object.entries(causes))(
    "%s is logged with an id, and the process ends after what is under way",
    async (_, cause) => {
      // The database comes first: a page asked for in the same moment waits for it.
      const preload = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(cause)}})`
      const server = startProgram(["--import", preload, ...SERVER], {
        PORT: String(port),
        DATA_DIR: folder,
        DEMO_CATALOGUE: "off",
        ...served,
      })
      await untilReady(url, server)
      // The server says that it has the request, and only then the error comes.
      const underWay = request(`${url}/products`, { headers: { Expect: "100-continue" } })
      const answer = once(underWay, "response")
      await once(underWay, "continue")
      server.process.kill("SIGUSR2")
      underWay.end()
      const [page] = await answer
      page.resume()
      expect(page.statusCode).toBe(200)
      expect(await server.ended).toEqual({ code: 1, signal: null })
      const fatal = linesOf(server).find(({ level }) => level === 60)
      expect(fatal).toMatchObject({
        errorId: expect.stringMatching(/^[0-9a-f]{8}$/),
        err: { message: "nobody caught this" },
      })
    },
  )
})

describe("the log of a server that nobody watches on a terminal", () => {
  test("is JSON in every line: its own, its libraries' and Node's warnings", async () => {
    const warn =
      "process.emitWarning('a warning of Node');console.error(new Error('a library complains'));console.log('a %s','b')"
    const preload = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(warn)}})`
    const server = startProgram(["--import", preload, ...SERVER], {
      PORT: String(port),
      DATA_DIR: folder,
      DEMO_CATALOGUE: "off",
      ...served,
    })
    await untilReady(url, server)
    server.process.kill("SIGUSR2")
    for (const path of ["/", "/products/%E0%A4%A", "/?_data=", "/__manifest?p=%25E0%25A4", "/no/such.data", "/%0a"]) {
      await (await fetch(url + path)).text()
    }
    await expect.poll(server.output).toContain("a library complains")
    await server.end("SIGTERM")
    const messages = linesOf(server).map(({ msg }) => msg)
    expect(messages).toEqual(
      expect.arrayContaining([
        `Counter is open at ${url}`,
        "a warning of Node",
        "a library complains",
        "a b",
        "request",
      ]),
    )
  })
})

describe("who can reach the shop", () => {
  const elsewhere = `http://${addressInTheNetwork()}`
  const answersElsewhere = (path: string) =>
    fetch(`${elsewhere}:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status,
      () => "nobody there",
    )

  test("this machine alone, unless it is told otherwise", async () => {
    const server = start()
    await untilReady(url, server)
    expect((await fetch(`${url}/dev/mail`)).status).toBe(200)
    expect(await answersElsewhere("/healthz")).toBe("nobody there")
    await server.end("SIGTERM")
  })

  test("everybody where HOST says so, with a warning that they can read the mails", async () => {
    const server = start({ HOST: "0.0.0.0" })
    await untilReady(url, server)
    await expect.poll(server.output).toContain("Everybody who reaches this machine can read all emails")
    expect(await answersElsewhere("/dev/mail")).toBe(200)
    await server.end("SIGTERM")
  })

  test("everybody over https, who then cannot read mails", async () => {
    const server = start({ APP_URL: "https://shop.example" })
    await untilReady(url, server)
    expect(await answersElsewhere("/healthz")).toBe(200)
    expect(await answersElsewhere("/dev/mail")).toBe(404)
    await server.end("SIGTERM")
  })

  test("a proxy on this machine, and mails are not for those who come through it", async () => {
    const server = start({ TRUST_PROXY: "1" })
    await untilReady(url, server)
    expect((await fetch(`${url}/dev/mail`)).status).toBe(404)
    await server.end("SIGTERM")
  })
})

describe("what cannot work is said in one sentence", () => {
  test("a HOST that is not an address of this machine", async () => {
    const server = start({ HOST: "192.0.2.77" })
    expect((await server.ended).code).toBe(1)
    expect(linesOf(server).map(({ msg }) => msg)).toEqual(["HOST 192.0.2.77 is not an address of this machine"])
  })

  test("a port that is taken", async () => {
    const squatter: Server = createServer().listen(port)
    await once(squatter, "listening")
    const server = start()
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain(`PORT ${port} is taken`)
    expect(server.output()).not.toContain("    at ")
    linesOf(server)
    squatter.close()
  })

  test("a wrong variable", async () => {
    const server = start({ PORT: "eighty", SHOP_EMAIL: "nobody" })
    expect((await server.ended).code).toBe(1)
    expect(linesOf(server).map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^SHOP_EMAIL /),
    ])
  })

  test("a database that cannot be reached", async () => {
    const server = start({
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      SESSION_SECRET: "a secret of some length",
      PAYMENTS: "sandbox",
    })
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain("DATABASE_URL")
    expect(server.output()).not.toContain("    at ")
  })

  test("but a database that is a few seconds late is waited for", async () => {
    const late = await freePort()
    const here = new URL(own.url)
    here.port = String(late)
    const server = start({ ...served, DATABASE_URL: here.href })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const wire = await openSlowProxy(own.url, 0, late)
    await untilReady(url, server)
    expect((await server.end("SIGTERM")).code).toBe(0)
    await wire.close()
  })

  test("an unknown command", async () => {
    const command = startProgram(["build/server/command.js", "dance"], { DATA_DIR: folder })
    expect((await command.ended).code).toBe(1)
    expect(command.output()).toContain('no command "dance"')
  })
})

/** An address of this machine that is not the one of `localhost`: Linux has all of 127.0.0.0/8. */
function addressInTheNetwork(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2"
}

import { once } from "node:events"
import { existsSync } from "node:fs"
import { get, request } from "node:http"
import { createServer, type Server } from "node:net"
import { networkInterfaces } from "node:os"
import { describe, expect, test } from "vitest"
import { type Program, startProgram, untilReady } from "~/testing/processes/program.server"
import { openSlowProxy } from "~/testing/processes/slow-proxy.server"
import { openOperatorTest } from "~/testing/shop/operator.server"
import { freePort } from "~db/embedded/port"

const here = openOperatorTest()

interface Line {
  level: number
  msg: string
  [field: string]: unknown
}

/** The output of a program; every line of it must be JSON */
function linesOf(program: Program): Line[] {
  const lines = program.output().trim().split("\n")
  return lines.map((line) => JSON.parse(line) as Line)
}

describe("an uncaught error", () => {
  const causes = {
    "an exception": "setTimeout(() => { throw new Error('uncaught') })",
    "a rejection": "Promise.reject(new Error('uncaught'))",
  }

  test.each(Object.entries(causes))(
    "%s is logged with an id, and the process ends after finishing its requests",
    async (_, cause) => {
      // The database starts first, and a page requested at that moment waits for it.
      const preload = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(cause)}})`
      const server = here.start(here.served, ["--import", preload])
      await untilReady(here.url, server)
      // The server reports that it has the request, and only then the error occurs.
      const pending = request(`${here.url}/products`, { headers: { Expect: "100-continue" } })
      const answer = once(pending, "response")
      await once(pending, "continue")
      server.process.kill("SIGUSR2")
      pending.end()
      const [page] = await answer
      page.resume()
      expect(page.statusCode).toBe(200)
      expect(await server.ended).toEqual({ code: 1, signal: null })
      const fatal = linesOf(server).find(({ level }) => level === 60)
      expect(fatal).toMatchObject({
        errorId: expect.stringMatching(/^[0-9a-f]{8}$/),
        err: { message: "uncaught" },
      })
    },
  )
})

describe("the log of a server without a terminal", () => {
  test("is JSON in every line: its own, its libraries' and Node's warnings", async () => {
    const warn =
      "process.emitWarning('a warning of Node');console.error(new Error('a library complains'));console.log('a %s','b')"
    const preload = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(warn)}})`
    const server = here.start(here.served, ["--import", preload])
    await untilReady(here.url, server)
    server.process.kill("SIGUSR2")
    for (const path of ["/", "/products/%E0%A4%A", "/?_data=", "/no/such.data", "/%0a"]) {
      await (await fetch(here.url + path)).text()
    }
    await expect.poll(server.output).toContain("a library complains")
    await server.end("SIGTERM")
    const messages = linesOf(server).map(({ msg }) => msg)
    expect(messages).toEqual(
      expect.arrayContaining([
        `Counter is open at ${here.url}`,
        "a warning of Node",
        "a library complains",
        "a b",
        "request",
      ]),
    )
  })

  test.skipIf(!existsSync("/dev/full"))("does not stop the shop when its disk is full", async () => {
    const onFullDisk = 'import { closeSync, openSync } from "node:fs"; closeSync(1); openSync("/dev/full", "a")'
    const server = here.start(here.served, ["--import", `data:text/javascript,${encodeURIComponent(onFullDisk)}`])
    await untilReady(here.url, server)
    for (let times = 0; times < 50; times++) expect((await fetch(here.url)).status).toBe(200)
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0 })
  })
})

describe("access to the shop", () => {
  const elsewhere = `http://${addressInTheNetwork()}`
  const answersElsewhere = (path: string, headers: Record<string, string> = {}) =>
    new Promise<number | undefined | "no answer">((resolve) => {
      const asking = get(`${elsewhere}:${here.port}${path}`, { headers, timeout: 5_000 }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asking.on("timeout", () => asking.destroy()).on("error", () => resolve("no answer"))
    })

  test("is limited to this machine by default", async () => {
    const server = here.start()
    await untilReady(here.url, server)
    expect((await fetch(`${here.url}/dev/mail`)).status).toBe(200)
    expect(await answersElsewhere("/healthz")).toBe("no answer")
    await server.end("SIGTERM")
  })

  test("is open to everyone if HOST says so, with a warning that they can read the mails", async () => {
    const server = here.start({ HOST: "0.0.0.0" })
    await untilReady(here.url, server)
    await expect.poll(server.output).toContain("Anyone who can reach this machine can read all emails")
    expect(await answersElsewhere("/about")).toBe(200)
    expect(await answersElsewhere("/dev/mail")).toBe(404)
    expect(await answersElsewhere("/dev/mail", { Host: "localhost" })).toBe(200)
    await server.end("SIGTERM")
  })

  test("is open to everyone over https, without the mails", async () => {
    const server = here.start({ APP_URL: "https://shop.example" })
    await untilReady(here.url, server)
    expect(await answersElsewhere("/healthz")).toBe(200)
    expect(await answersElsewhere("/dev/mail", { Host: "localhost" })).toBe(404)
    await server.end("SIGTERM")
  })

  test("includes a proxy on this machine, whose visitors cannot read the mails", async () => {
    const server = here.start({ TRUST_PROXY: "1" })
    await untilReady(here.url, server)
    expect((await fetch(`${here.url}/dev/mail`)).status).toBe(404)
    await server.end("SIGTERM")
  })
})

describe("an invalid configuration is reported in one sentence", () => {
  test.each(["192.0.2.77", "2001:db8::77", "fe80::77"])(
    "a HOST that is not an address of this machine: %s",
    async (HOST) => {
      const server = here.start({ HOST })
      expect((await server.ended).code).toBe(1)
      expect(linesOf(server).map(({ msg }) => msg)).toEqual([`HOST ${HOST} is not an address of this machine`])
    },
  )

  test("a port that is in use", async () => {
    const squatter: Server = createServer().listen(here.port)
    await once(squatter, "listening")
    const server = here.start()
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain(`PORT ${here.port} is in use`)
    expect(server.output()).not.toContain("    at ")
    linesOf(server)
    squatter.close()
  })

  test("a wrong variable", async () => {
    const server = here.start({ PORT: "eighty", SHOP_EMAIL: "nobody" })
    expect((await server.ended).code).toBe(1)
    expect(linesOf(server).map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^SHOP_EMAIL /),
    ])
  })

  test("a database that cannot be reached", async () => {
    const server = here.start({
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      SESSION_SECRET: "a secret of some length",
      PAYMENTS: "sandbox",
    })
    expect((await server.ended).code).toBe(1)
    expect(server.output()).toContain("DATABASE_URL")
    expect(server.output()).not.toContain("    at ")
  })

  test("except a database that is a few seconds late, which is waited for", async () => {
    const late = await freePort()
    const database = Object.assign(new URL(here.own.url), { port: String(late) })
    const server = here.start({ ...here.served, DATABASE_URL: database.href })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const wire = await openSlowProxy(here.own.url, 0, late)
    await untilReady(here.url, server)
    expect((await server.end("SIGTERM")).code).toBe(0)
    await wire.close()
  })

  test("an unknown command", async () => {
    const command = startProgram(["build/server/command.js", "dance"], { DATA_DIR: here.folder })
    expect((await command.ended).code).toBe(1)
    expect(command.output()).toContain('no command "dance"')
  })
})

/** An address of this machine that is not the one of `localhost`: Linux has all of 127.0.0.0/8. */
function addressInTheNetwork(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2"
}

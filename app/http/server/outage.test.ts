import type { RouteConfigEntry } from "@remix-run/route-config"
import { sql } from "kysely"
import pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { isOutage } from "~/http/outage"
import map from "~/routes"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { anAdmin } from "~/testing/shop/people.server"
import { withDeadline } from "~db/deadline.server"

const ID = "65a1b2c3d4e5f60718293a4b"
let wire: SlowProxy
let server: TestServer
let adminBrowser: TestBrowser

beforeEach(async () => {
  const reach = async (url: string) => {
    wire = await openSlowProxy(url)
    return wire.url
  }
  server = await openTestServer({}, { connectVia: reach })
  adminBrowser = await server.signedIn(await anAdmin(server.shop))
})
afterEach(async () => {
  wire.resume()
  await server.close()
  await wire.close()
})

/** Every address of the shop, as a visitor might request it */
const addresses = [...new Set(addressesOf(map as RouteConfigEntry[]))]
/** Addresses that need no database, for anyone */
const STILL = ["/healthz", "/about", "/contact"]

interface Asked {
  what: string
  status: number
  retryAfter: string | null
  body: string
}

async function ask(browser: TestBrowser, method: string, path: string): Promise<Asked> {
  const json = path.startsWith("/api/")
  const answer = await (method === "GET"
    ? browser.get(path)
    : json
      ? browser.json(method, path, { name: "Ada", email: "ada@shop.example", password: "a long and quiet password" })
      : browser.post(path, { email: "ada@shop.example", password: "a long and quiet password" }))
  const body = await answer.text()
  return {
    what: `${method} ${path}`,
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    body,
  }
}

/** Concurrent requests for pages, their data, forms and calls */
async function askEverything(browser: TestBrowser): Promise<Asked[]> {
  const asked: Promise<Asked>[] = []
  for (const path of addresses) {
    asked.push(ask(browser, "GET", path), ask(browser, "POST", path))
    if (path.startsWith("/api/")) asked.push(ask(browser, "PUT", path), ask(browser, "DELETE", path))
    else if (path !== "/" && !path.includes("*")) asked.push(ask(browser, "GET", `${path}.data`))
  }
  return Promise.all(asked)
}

const wrong = (asked: Asked[]) =>
  asked
    .filter(({ status, retryAfter }) => (status === 503 ? retryAfter === null : status >= 500))
    .map(({ what, status, retryAfter, body }) => ({ what, status, retryAfter, body: body.slice(0, 200) }))

test("while the database hangs, everything is answered with 503 and `Retry-After`, never 500", async () => {
  wire.hang()
  const asked = await askEverything(adminBrowser)
  expect(wrong(asked)).toEqual([])
  expect(asked.filter(({ status }) => status === 503).length).toBeGreaterThan(asked.length / 2)
  // Neither a shopper nor a browser's form ever gets JSON.
  const pages = asked.filter(({ what, status }) => status === 503 && !/ \/api\/|\.data$/.test(what))
  expect(pages.filter(({ body }) => !body.includes("not available right now")).map(({ what }) => what)).toEqual([])
}, 60_000)

test("requests wait at most ten seconds, pages without data are shown, and afterwards everything works", async () => {
  const order = { name: "Ada", email: "ada@shop.example", password: "a long and quiet password", redirect: "/" }
  const calmly = performance.now()
  await Promise.all(["/admin/dashboard", "/orders", "/readyz"].map((path) => ask(adminBrowser, "GET", path)))
  const calm = performance.now() - calmly
  // One statement is answered, and the next one hangs in the middle of a transaction.
  let half: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve) => {
    half = server.shop.transaction(async ({ db }) => {
      await sql`select 1`.execute(db)
      wire.hang()
      resolve()
      await sql`select 1`.execute(db)
    })
  })
  const began = performance.now()
  const still = [adminBrowser, server.visitor()].flatMap((browser) => STILL.map((path) => ask(browser, "GET", path)))
  const answers = await Promise.all([
    withDeadline(() => half).then(() => 200, isOutage),
    ask(adminBrowser, "GET", "/admin/dashboard"),
    ask(adminBrowser, "POST", "/shipping"),
    ask(adminBrowser, "GET", "/orders.data"),
    ask(adminBrowser, "POST", "/api/v1/order/new"),
    ask(server.visitor(), "GET", "/search/suggest?q=tray"),
    server.visitor().post("/login", order),
    server.visitor().get("/readyz"),
  ])
  expect((await Promise.all(still)).map(({ status }) => status)).toEqual(still.map(() => 200))
  expect(performance.now() - began).toBeLessThan(10_000 + 2 * calm)
  expect(answers.map((answer) => (typeof answer === "object" ? answer.status : answer))).toEqual([
    true,
    ...Array(7).fill(503),
  ])
  wire.resume()
  await expect.poll(async () => (await ask(adminBrowser, "GET", "/admin/orders")).status, { interval: 200 }).toBe(200)
}, 60_000)

test("while connections are refused, every response says so", async () => {
  await wire.close()
  const asked = [...(await askEverything(adminBrowser)), ...(await askEverything(server.visitor()))]
  expect(wrong(asked)).toEqual([])
}, 60_000)

test("when all connections are cut, pending requests fail with a message, and the next one is answered", async () => {
  for (let round = 0; round < 3; round++) {
    const asked = Promise.all(["/admin/orders", "/products", "/orders"].map((path) => ask(adminBrowser, "GET", path)))
    wire.cut()
    expect(wrong(await asked)).toEqual([])
  }
  expect((await ask(adminBrowser, "GET", "/admin/orders")).status).toBe(200)
})

test("a read-only database takes no orders, and says so", async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1)
  await administer(`alter database ${name} set default_transaction_read_only = on`)
  wire.cut()
  const asked = await askEverything(adminBrowser)
  expect(wrong(asked)).toEqual([])
  const account = { name: "Ada", email: "ada@shop.example", password: "a long and quiet one" }
  const joined = await server.visitor().json("POST", "/api/v1/register", account)
  expect([joined.status, joined.headers.get("Retry-After")]).toEqual([503, "5"])
}, 60_000)

async function administer(statement: string) {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function addressesOf(routes: RouteConfigEntry[], parent = ""): string[] {
  return routes.flatMap(({ path = "", children = [] }) => {
    const address = [parent, path].filter(Boolean).join("/")
    const plain = `/${address}`.replace(/:keyword\?/, "tray").replace(/:\w+\??/g, ID)
    return [plain, ...addressesOf(children, address)]
  })
}

import { readFile } from "node:fs/promises"
import { matchRoutes } from "@remix-run/react"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addJob } from "~/domain/jobs/jobs.server"
import { queueMail } from "~/domain/mail/outbox.server"
import { trimEnd } from "~/domain/text/trim-end"
import map from "~/routes"
import { addressesIn } from "~/testing/pages/addresses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { testBuild } from "~/testing/processes/test-build.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { version } from "../../package.json"
import { openRouteLabels } from "./route-label.server"
import { SHOP_STATE } from "./shop-state.server"

const TOKEN = "a token for the tests only"

let server: TestServer
let database: SlowProxy
beforeAll(async () => {
  const metricsVia = async (url: string) => {
    database = await openSlowProxy(url)
    return database.url
  }
  server = await openTestServer({}, {}, { metricsToken: TOKEN.replaceAll(" ", "-"), metricsVia })
})
afterAll(async () => {
  database?.resume()
  await server?.close()
  await database?.close()
})

const authorization = { Authorization: `Bearer ${TOKEN.replaceAll(" ", "-")}` }
const ask = (path: string, headers: Record<string, string> = authorization) => fetch(server.url + path, { headers })

/** Returns the value of a series, by the beginning of its line. */
async function value(series: string): Promise<number | undefined> {
  const text = await (await ask("/metrics")).text()
  const line = text.split("\n").find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.split(" ").at(-1))
}

const requests = (route: string, status: number, method = "GET") =>
  value(`http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`)

describe("the metrics", () => {
  test("require the token", async () => {
    for (const headers of [{}, { Authorization: "Bearer " }, { Authorization: "Bearer wrong" }] as Record<
      string,
      string
    >[])
      expect((await ask("/metrics", headers)).status).toBe(404)
    const answer = await ask("/metrics")
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain;.* version=0\.0\.4/)
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })

  test("count a page from the cache like a rendered one", async () => {
    for (let times = 0; times < 3; times++) await (await fetch(`${server.url}/about`)).text()
    await expect.poll(() => requests("/about", 200)).toBe(3)
    const product = await addProduct(server.shop)
    await (await fetch(`${server.url}/api/v1/product/${product}`)).text()
    await expect.poll(() => requests("/api/v1/product/:id", 200)).toBe(1)
    await (await fetch(`${server.url}/cart`, { method: "PATCH" })).text()
    await expect.poll(() => requests("/cart", 405, "PATCH")).toBe(1)
  })

  test("have as many series as routes, whatever anonymous visitors request", async () => {
    const before = await routesNamed()
    for (let at = 0; at < 30; at++) await (await fetch(`${server.url}/nothing-${at}/%41${at}?q=${at}`)).text()
    await expect.poll(() => requests("/*", 404)).toBeGreaterThanOrEqual(30)
    await (await fetch(`${server.url}/order${"/".repeat(7_000)}x`)).text()
    await expect.poll(() => requests("/*", 414)).toBe(1)
    expect((await routesNamed()).filter((route) => !before.includes(route))).toEqual(["/*"])
  })

  test("show a 0 for every state without entries, as listed in the docs", async () => {
    const text = await (await ask("/metrics")).text()
    const ofShop = text.split("\n").filter((line) => /^counter_\w+\{state="\w+"\} /.test(line))
    const states = ofShop.filter((line) => !line.startsWith("counter_pool_"))
    expect(states.map((line) => line.replace(/ .*/, "")).sort()).toEqual(await documentedStates())
    expect(states.filter((line) => !line.endsWith(" 0"))).toEqual([])
  })

  test("show the queues, with their age", async () => {
    const email = { kind: "welcome", subject: "Welcome", greeting: "Hello,", paragraphs: ["Welcome"] }
    await server.shop.transaction(async (tx) => {
      await queueMail(tx, "ada@shop.example", email, [])
      await addJob(tx, "send-reset-link", { email: "ada@shop.example" }, { delay: 60_000 })
    })
    server.clock.advance({ minutes: 20 })
    expect(await value('counter_mails{state="waiting"}')).toBe(1)
    expect(await value('counter_mails_oldest_seconds{state="waiting"}')).toBeGreaterThanOrEqual(1_200)
    expect(await value('counter_jobs{state="scheduled"}')).toBe(1)
    expect(await value(`counter_build_info{version="${version}"}`)).toBe(1)
    expect(await value("counter_database_up")).toBe(1)
    expect(await value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0)
  })

  test("read only unfinished rows and those of the last hour", async () => {
    const text = SHOP_STATE.replaceAll("$1", "now()").replaceAll("$2", "now()").replaceAll("$3", "'0'")
    const client = await server.pool.connect()
    const { rows } = await client
      .query("set enable_seqscan = off")
      .then(() => client.query(`explain ${text}`))
      .finally(() => client.release(true))
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = ""]) => table)
    expect(scanned.filter((table) => !table.startsWith("_private_"))).toEqual([])
    expect(plan).toContain("payment_incidents_open")
  })
})

/** The series with a state that are documented in the table of metrics */
async function documentedStates(): Promise<string[]> {
  const table = (await readFile("docs/operate.md", "utf8")).split("\n")
  const rows = table.filter((line) => /^\| `counter_(?!pool|pictures|build)/.test(line))
  return rows
    .flatMap((row) => {
      const [, names = "", states = ""] = row.split("|")
      const words = (text: string) => [...text.matchAll(/`([\w…]+)`/g)].map(([, word = ""]) => word)
      const [first = "", ...others] = words(names)
      const all = [first, ...others.map((name) => name.replace("…", first))]
      return all.flatMap((name) => words(states.replace("`state`", "")).map((state) => `${name}{state="${state}"}`))
    })
    .sort()
}

test("/readyz tells the operator which part is failing, and others what they need", async () => {
  expect(await (await ask("/readyz", {})).text()).toBe("ready")
  const answer = await ask("/readyz")
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    ready: true,
    version,
    parts: {
      database: { ok: true },
      pictures: { ok: true },
      payments: { ok: true },
      jobs: { ok: true },
      mails: { ok: false, reason: expect.stringMatching(/^The oldest email has waited for \d+ seconds$/) },
    },
  })
})

test("a wrong clock is reported, and the process stays ready", async () => {
  server.clock.skew = -61_400
  const answer = await ask("/readyz", {})
  expect([answer.status, await answer.text()]).toEqual([
    200,
    "ready, but the clock of this machine is 61 seconds behind the database’s",
  ])
  expect(await (await ask("/readyz")).json()).toMatchObject({
    ready: true,
    parts: {
      clock: {
        ok: false,
        reason:
          "The clock of this machine is 61 seconds behind the database’s, and this process does no background work",
      },
    },
  })
  expect(await value("counter_clock_skew_seconds")).toBe(-61.4)
  server.clock.skew = 1_900
  expect(await (await ask("/readyz", {})).text()).toBe("ready")
  expect(await (await ask("/readyz")).json()).toMatchObject({ parts: { clock: { ok: true } } })
  server.clock.skew = 0
})

test("a database that hangs delays a scrape by two seconds, without its figures, and the operator is told", async () => {
  database.hang()
  const began = performance.now()
  expect(await value("counter_database_up")).toBe(0)
  expect(await value('counter_mails{state="waiting"}')).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(8_000)
  const answer = await ask("/readyz")
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ ready: false, parts: { database: { ok: false } } })
  database.resume()
  await expect.poll(() => value("counter_database_up")).toBe(1)
})

test("every address of the route map has the label of the route that Remix matches", async () => {
  const build = await testBuild()
  const { routes } = build
  const labelOf = openRouteLabels(build)
  const tree = (parentId?: string): MatchableRoute[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return []
      const { id, path, index } = route
      return [index ? { id, path, index } : { id, path, children: tree(id) }]
    })
  const known = tree()
  for (const address of addressesIn(await map)) {
    const matched =
      matchRoutes(known, address)
        ?.map(({ route }) => route.path)
        .filter(Boolean) ?? []
    const expected = `/${matched.join("/")}`
    for (const written of [address, `${address}?page=2`, `${trimEnd(address, "/")}/`, address.toUpperCase()])
      expect(labelOf(written), written).toBe(expected)
  }
  expect(labelOf("/_root.data")).toBe("/")
  expect(labelOf("/orders.data?_routes=x")).toBe("/orders")
})

type MatchableRoute = Parameters<typeof matchRoutes>[0][number]

async function routesNamed(): Promise<string[]> {
  const text = await (await ask("/metrics")).text()
  return [
    ...new Set(
      [...text.matchAll(/^http_request_duration_seconds_count\{route="([^"]+)"/gm)].map(([, name]) => name ?? ""),
    ),
  ]
}

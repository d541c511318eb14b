import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { RouteConfigEntry } from "@remix-run/route-config"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { User } from "~/domain/accounts/user"
import map from "~/routes"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { stressPaths, stressReferences } from "~/testing/hostile/stress-addresses"
import { largestPictures, type StressBody, stressForms, stressJson } from "~/testing/hostile/stress-bodies.server"
import { newSessionCookie } from "~/testing/pages/session-cookie.server"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"

/** Milliseconds for which the server may be blocked */
const STANDSTILL = 100

let folder: string
let built: BuiltShop
let productId: string
let visitor: TestBrowser
let member: TestBrowser
let adminBrowser: TestBrowser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-loop-"))
  const probe = resolve(import.meta.dirname, "../../testing/processes/loop-probe.mjs")
  built = await openBuiltShop({ env: { NODE_OPTIONS: `--import=${probe}`, LOOP_PROBE: join(folder, "stretches") } })
  const admin = await anAdmin(built.shop)
  productId = await shelve(built.shop, admin)
  visitor = new TestBrowser(built.url)
  member = await signedIn(await aMember(built.shop))
  adminBrowser = await signedIn(admin)
})

afterAll(async () => {
  await built?.close()
  await rm(folder, { recursive: true, force: true })
})

async function signedIn(user: Pick<User, "id" | "role">): Promise<TestBrowser> {
  const browser = new TestBrowser(built.url)
  browser.keep(await newSessionCookie(built.shop, user))
  return browser
}

/** The longest time in milliseconds for which the server was blocked since the last call */
async function longestStretch(): Promise<number> {
  await new Promise((wake) => setTimeout(wake, 15))
  const noted = await readFile(join(folder, "stretches"), "utf8").catch(() => "")
  await writeFile(join(folder, "stretches"), "")
  return Math.max(0, ...noted.split("\n").map(Number))
}

interface Sending {
  browser: TestBrowser
  method: string
  path: string
  bodies: StressBody[]
}

/**
 * Sends the bodies one after the other, and returns those that blocked the server or failed. The longest block is read
 * once for all; if it was too long, each body is sent again separately.
 */
async function problemsOf({ browser, method, path, bodies }: Sending): Promise<string[]> {
  const send = async ({ type, body }: StressBody) => {
    const headers = { Origin: built.url, "Content-Type": type }
    const response = await browser.send(path, { method, headers, body: new Uint8Array(body) })
    await response.arrayBuffer()
    return response.status
  }
  const problems: string[] = []
  await longestStretch()
  for (const body of bodies) {
    const status = await send(body)
    if (status >= 500 && status !== 503) problems.push(`${method} ${path}: ${body.shape} ${status}`)
  }
  if ((await longestStretch()) <= STANDSTILL) return problems
  for (const body of bodies) {
    // A single slow request was caused by the compiler, or by garbage of earlier work.
    const stretches: number[] = []
    while (stretches.length < 2 && Math.min(...stretches) > STANDSTILL) {
      await send(body)
      stretches.push(await longestStretch())
    }
    if (Math.min(...stretches) > STANDSTILL) problems.push(`${method} ${path}: ${body.shape} ${stretches} ms`)
  }
  return problems
}

interface Form {
  path: string
  names: string[]
}

/** The forms on a page, with the names of their fields */
async function formsOn(browser: TestBrowser, path: string): Promise<Form[]> {
  const answer = await browser.get(path)
  if (answer.status !== 200 || !answer.headers.get("Content-Type")?.startsWith("text/html")) return []
  const page = await answer.text()
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)]
    .filter(([, attributes]) => /method="post"/i.test(attributes ?? ""))
    .map(([, attributes = "", contents = ""]) => ({
      path: (/action="([^"]*)"/.exec(attributes)?.[1] ?? path).replaceAll("&amp;", "&"),
      names: [...new Set([...contents.matchAll(/\bname="([^"]+)"/g)].map(([, name = ""]) => name))],
    }))
}

/** Every form that a visitor meets along the route map, once each */
async function formsFor(browser: TestBrowser, area: (path: string) => boolean): Promise<Form[]> {
  const found = new Map<string, Form>()
  for (const path of [...pathsOf((await map) as RouteConfigEntry[]).filter(area), "/login?register="]) {
    for (const form of await formsOn(browser, path)) found.set(`${form.path} ${form.names}`, form)
  }
  return [...found.values()]
}

function pathsOf(routes: RouteConfigEntry[], parent = ""): string[] {
  return routes.flatMap(({ path = "", children = [] }) => {
    const address = `${parent}/${path}`.replace("//", "/")
    return [address.replace(":id", productId).replace(/\/:\w+\??/, "/x"), ...pathsOf(children, address)]
  })
}

const isShop = (path: string) => !/^\/(admin|api|dev|logout|account\/devices)|\*/.test(path)

test("no form of an anonymous visitor blocks the shop", async () => {
  const forms = await formsFor(visitor, isShop)
  expect(forms.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/login", "/login?register", "/password/forgot"]),
  )
  const problems: string[] = []
  for (const { path, names } of forms) {
    problems.push(...(await problemsOf({ browser: visitor, method: "POST", path, bodies: stressForms(names) })))
  }
  expect(problems).toEqual([])
})

test("no form of a member does", async () => {
  const problems: string[] = []
  for (const { path, names } of await formsFor(member, isShop)) {
    problems.push(...(await problemsOf({ browser: member, method: "POST", path, bodies: stressForms(names) })))
  }
  expect(problems).toEqual([])
})

interface Operation {
  tags: string[]
  requestBody?: { content: Record<string, { schema: { properties?: object; $ref?: string } }> }
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: object }> }
}

test("no call of the API does", async () => {
  const { paths, components } = (await (await visitor.get("/api/v1/openapi.json")).json()) as Description
  const problems: string[] = []
  for (const [template, methods] of Object.entries(paths)) {
    for (const [method, { tags, requestBody }] of Object.entries(methods)) {
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema
      const named = schema?.$ref ? components.schemas[schema.$ref.split("/").at(-1) ?? ""] : schema
      const names = Object.keys(named?.properties ?? {})
      if (names.length === 0) continue
      const path = template.replace("{id}", productId).replace("{token}", "x")
      const browser = tags.includes("Administration") ? adminBrowser : tags.includes("Account") ? visitor : member
      const bodies = [...stressJson(names), ...stressForms(names).filter((_, at) => at % 3 === 0)]
      problems.push(...(await problemsOf({ browser, method: method.toUpperCase(), path, bodies })))
    }
  }
  expect(problems).toEqual([])
})

/** Milliseconds that a health check may wait next to the worst addresses */
const HEALTH_CHECK = 50
/** The number of concurrent requests for one address */
const CROWD = 4

/**
 * Runs `work`, and returns the longest time in milliseconds that the server kept a health check waiting, without the
 * load of other processes.
 */
async function slowestHealthCheck(work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let slowest = 0
  await longestStretch()
  const checks = (async () => {
    while (!isOver) {
      const began = performance.now()
      await (await fetch(`${built.url}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - began)
      await sleep(5)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await checks
  return Math.min(slowest, await longestStretch())
}

/** Sends an address unchanged, which `fetch` would not, and returns its status. */
function statusOf(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(built.url)
    request({ hostname, port, path, method, headers: { Host: host, ...headers } }, (answer) => {
      answer.on("end", () => resolve(answer.statusCode ?? 0)).resume()
    })
      .on("error", reject)
      .end()
  })
}

interface Address {
  path: string
  headers?: Record<string, string>
}

/** Requests an address many times concurrently, and returns the statuses. */
async function crowd({ path, headers }: Address): Promise<Set<number>> {
  const methods = Array.from({ length: CROWD }, (_, at) => (at ? "GET" : "PUT"))
  return new Set(await Promise.all(methods.map((method) => statusOf(path, headers, method))))
}

/** Measures so many addresses together; if a health check waited too long, each of them separately. */
const TOGETHER = 20

async function problemsOfAddresses(addresses: Address[]): Promise<string[]> {
  const problems: string[] = []
  const story = ({ path, headers = {} }: Address) =>
    `${path.slice(0, 40)} (${path.length}) ${JSON.stringify(headers).slice(0, 40)}`
  for (let at = 0; at < addresses.length; at += TOGETHER) {
    const group = addresses.slice(at, at + TOGETHER)
    const waited = await slowestHealthCheck(async () => {
      for (const address of group) {
        const failed = [...(await crowd(address))].filter((status) => status >= 500)
        problems.push(...failed.map((status) => `${story(address)}: ${status}`))
      }
    })
    if (waited > HEALTH_CHECK) problems.push(...(await slowAddresses(group)).map(story))
  }
  return problems
}

/** A single slow request was caused by the compiler, or by garbage of earlier work. */
async function slowAddresses(addresses: Address[]): Promise<Address[]> {
  const slow: Address[] = []
  for (const address of addresses) {
    const waited = () => slowestHealthCheck(() => crowd(address))
    if ((await waited()) > HEALTH_CHECK && (await waited()) > HEALTH_CHECK) slow.push(address)
  }
  return slow
}

test("no address does, and concurrent health checks are answered immediately", async () => {
  await crowd({ path: "/about" })
  expect(await problemsOfAddresses(stressPaths.map((path) => ({ path })))).toEqual([])
}, 300_000)

test("no address within an address, and no header, does", async () => {
  const addresses = stressReferences(built.url).map(([path, headers]) => ({ path, headers }))
  expect(await problemsOfAddresses(addresses)).toEqual([])
}, 300_000)

test("no picture of the largest size does, in whatever form it is sent", async () => {
  const others = { name: "Ada", email: "someone@shop.example", password: "correct horse battery" }
  const bodies = largestPictures("avatar", others)
  const api = { browser: visitor, method: "POST", path: "/api/v1/register", bodies }
  const page = { browser: visitor, method: "POST", path: "/login?register=", bodies }
  expect([...(await problemsOf(api)), ...(await problemsOf(page))]).toEqual([])
})

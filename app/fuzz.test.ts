import { monitorEventLoopDelay } from "node:perf_hooks"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { User } from "~/domain/accounts/user"
import { leaveReview } from "~/domain/reviews/reviews.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { asText, fuzzed, fuzzValues } from "~/testing/hostile/fuzz-values.server"
import { addressesIn } from "~/testing/pages/addresses.server"
import { type FoundForm, formsOf } from "~/testing/pages/forms-of.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer, addProduct, testAddress } from "~/testing/shop/buyers.server"
import { captureLog } from "~/testing/shop/captured-log.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { buy } from "~/testing/shop/test-orders.server"
import map from "./routes"

const SEED = 20_261_121
const { log, lines, clear } = captureLog()
const delays = monitorEventLoopDelay({ resolution: 20 })
let server: TestServer
let ids: Record<"product" | "slug" | "order" | "user" | "review", string>
const actors: Record<string, () => Promise<TestBrowser>> = {}

beforeAll(async () => {
  server = await openTestServer({ log })
  const { shop } = server
  const [member, admin, victim] = [await addBuyer(shop), await anAdmin(shop), await aMember(shop)]
  await anAdmin(shop)
  const product = await addProduct(shop, { price: 5_000, stock: 50 })
  const order = await buy(shop, member, product)
  await buy(shop, member, product)
  const review = await leaveReview(shop, member, { productId: product, rating: 4, comment: "Good" })
  const slug = (await productPageOf(shop, product)).split("/").at(-1) ?? ""
  ids = { product, slug, order, user: victim.id, review: (review as unknown as { id?: string })?.id ?? order }
  const as = (actor: Pick<User, "id" | "role">) => () => server.signedIn(actor)
  Object.assign(actors, {
    "an anonymous visitor": async () => server.visitor(),
    "a member": as(member),
    "an administrator": as(admin),
  })
})
afterAll(() => server?.close())
beforeEach(() => {
  clear()
  delays.enable()
  delays.reset()
})

/** Expects, whatever was sent, that no line of the log is an error, and that the process was never blocked. */
afterEach(() => {
  delays.disable()
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  expect(delays.max / 1e6).toBeLessThan(2_000)
})

/** Words of a validator that no person should have to read */
const MACHINE_WORDS =
  /expected|received|undefined|invalid input|\bNaN\b|\[object|too (big|small):|<=|>=|\bat .+:\d+:\d+/i

async function expectFit(answer: Response, story: string) {
  const text = await answer.text()
  const type = answer.headers.get("Content-Type") ?? ""
  if (answer.status >= 500) expect(answer.status, `${story} ${text.slice(0, 300)}`).toBe(503)
  if (answer.status >= 300 && answer.status < 400) return
  if (/ \/api\/v1\b/.test(story)) {
    expect(type, story).toContain("application/json")
    if (story.includes("openapi.json")) return
    const { success, status, message } = JSON.parse(text)
    expect(success, story).toBe(answer.ok)
    if (answer.ok) return
    expect([status, typeof message], story).toEqual(["error", "string"])
    expect(message, story).toMatch(/^.{4,300}$/)
    expect(message, story).not.toMatch(MACHINE_WORDS)
  } else if (type.includes("text/html")) {
    expect(text, story).toMatch(/<h1/)
    expect(
      text.replaceAll(/<script[\s\S]*?<\/script>/g, "").match(/class="field-error[^>]*>[^<]*/g) ?? [],
      story,
    ).not.toEqual(expect.arrayContaining([expect.stringMatching(MACHINE_WORDS)]))
  } else {
    expect(answer.status, `${story} ${type}`).toBe(200)
  }
}

function bodyOf(value: unknown, turn: number): Pick<RequestInit, "body" | "headers"> {
  const origin = { Origin: server.url }
  if (turn % 5 === 4) {
    const broken = JSON.stringify(value ?? null).slice(0, -1) || "{"
    return { body: broken, headers: { ...origin, "Content-Type": "application/json" } }
  }
  if (turn % 3 < 2)
    return { body: JSON.stringify(value ?? null), headers: { ...origin, "Content-Type": "application/json" } }
  return { body: fieldsOf(value), headers: origin }
}

function fieldsOf(value: unknown): URLSearchParams {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [["x", value] as const]
  return new URLSearchParams(entries.map(([name, field]) => [name, asText(field)]))
}

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> }
}

/** Returns the description's example or, without one, the fields that an order needs. */
function exampleOf({ requestBody }: Operation): object {
  const shown = requestBody?.content["application/json"]
  return (shown?.example ?? Object.values(shown?.examples ?? {})[0]?.value ?? { shippingInfo: testAddress }) as object
}

describe.each(["an anonymous visitor", "a member", "an administrator"])("malformed input by %s,", (who) => {
  test("gets the error envelope from every call of the description", async () => {
    const { paths } = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
    let seed = SEED
    for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
      const browser = await (actors[who] as () => Promise<TestBrowser>)()
      for (const [method, operation] of Object.entries(methods)) {
        for (let turn = 0; turn < 4; turn++) {
          const [odd, ...values] = fuzzValues(8, ++seed)
          const kind = /admin\/(\w+)/.exec(path)?.[1] ?? path.split("/")[3] ?? ""
          const id =
            turn === 0
              ? encodeURIComponent(asText(odd).slice(0, 300).toWellFormed()) || "0"
              : (ids[kind as "order"] ?? ids.product)
          const query = (operation.parameters ?? []).filter((one) => one.in === "query")
          const search = new URLSearchParams(query.map(({ name }, at) => [name, asText(values[at % 7]).slice(0, 500)]))
          const address = `${path.replace(/\{\w+\}/, id)}${search.size > 0 ? `?${search}` : ""}`
          const reads = method === "get"
          const sent = fuzzed(exampleOf(operation), turn, seed)
          const init = reads ? { method: "GET" } : { method: method.toUpperCase(), ...bodyOf(sent, turn) }
          const answer = await browser.send(address, init)
          await expectFit(answer, `${method} ${address.slice(0, 200)} ${String(JSON.stringify(sent)).slice(0, 300)}`)
        }
      }
    }
  }, 120_000)

  test("gets a page from every screen and every form on it", async () => {
    const found = new Map<string, FoundForm>()
    const browser = await (actors[who] as () => Promise<TestBrowser>)()
    for (const path of addressesIn(await map, ids).filter((address) => !address.startsWith("/api/v1"))) {
      const answer = await browser.get(path)
      const html = await answer.clone().text()
      await expectFit(answer, `GET ${path}`)
      for (const form of formsOf(html, path)) {
        found.set(`${form.method} ${form.action} ${Object.keys(form.fields).sort()}`, form)
      }
    }
    expect(found.size).toBeGreaterThan(3)
    let seed = SEED
    for (const [name, { method, action, fields }] of found) {
      const actor = await (actors[who] as () => Promise<TestBrowser>)()
      for (let turn = 0; turn < 5; turn++) {
        const sent = fieldsOf(fuzzed(fields, turn, ++seed))
        const [path = "", query = ""] = action.split("?")
        if (method === "GET" && `${sent}`.length > 6_000) continue
        const answer =
          method === "GET"
            ? await actor.get(`${path}?${sent}`)
            : await actor.send(`${path}${query && `?${query}`}`, {
                method,
                body: sent,
                headers: { Origin: server.url },
              })
        await expectFit(answer, `${name} ${`${sent}`.slice(0, 300)}`)
      }
    }
  }, 120_000)
})

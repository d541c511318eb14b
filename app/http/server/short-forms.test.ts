import { request as httpRequest } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { logStatements } from "~/testing/pages/statements.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openForTests } from "~/testing/processes/open-for-tests"
import { addProduct } from "~/testing/shop/buyers.server"
import { captureLog } from "~/testing/shop/captured-log.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"

const { log, lines, clear } = captureLog()
/** In turn a process with the short way, and one without */
const here: TestServer = openForTests(() => openTestServer({ log }, {}, { personalPages: ["assembled", "whole"] }))

let product: string
let member: { cookie: string; email: string }
beforeAll(async () => {
  product = await addProduct(here.shop, { name: "Walnut tray", stock: 50 })
  const ada = await aMember(here.shop, { name: "Ada Lovelace" })
  member = { email: ada.email, cookie: (await here.signedIn(ada)).cookie }
})
beforeEach(clear)

interface Form {
  path: string
  fields?: Record<string, string>
  /** `null` leaves a header out. */
  headers?: Record<string, string | null>
  body?: string
  /** Sends the body some milliseconds after the headers. */
  delay?: number
}

interface Answer {
  status: number
  /** Names and values alternate. */
  headers: string[]
  text: string
}

async function send({ path, fields = {}, headers = {}, body, delay = 0 }: Form): Promise<Answer> {
  const sent = body ?? new URLSearchParams(fields).toString()
  const own = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(sent),
    Origin: here.url,
    Accept: "text/html",
  }
  return new Promise((resolve, reject) => {
    const all = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== null)
    const asking = httpRequest(
      here.url + path,
      { method: "POST", headers: Object.fromEntries(all) as never },
      (response) => {
        const parts: Buffer[] = []
        response.on("data", (part) => parts.push(part))
        response.on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.rawHeaders,
            text: Buffer.concat(parts).toString(),
          })
        })
      },
    )
    asking.on("error", reject)
    if (delay === 0) return asking.end(sent)
    asking.flushHeaders()
    sleep(delay).then(() => asking.end(sent), reject)
  })
}

const hasLength = ({ headers }: Answer) => headers.includes("Content-Length")

/** Sends the form by both ways; the short one first. */
async function bothWays(form: Form): Promise<[Answer, Answer]> {
  const [one, other] = [await send(form), await send(form)]
  return hasLength(one) ? [one, other] : [other, one]
}

/** Without what differs between any two responses, and the length that only one way knows */
function comparable({ status, headers, text }: Answer) {
  const value = (name: string) => headers[headers.findIndex((one) => one.toLowerCase() === name) + 1] ?? "none"
  const nonce = /'nonce-([^']+)'/.exec(value("content-security-policy"))?.[1] ?? "none"
  const same = (one: string) =>
    one
      .replaceAll(nonce, "NONCE")
      .replaceAll(value("x-request-id"), "REQUEST")
      .replace(/after=\w+/, "after=TIME")
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, same(headers[at + 1] ?? "")] as const] : []))
  const kept = pairs.filter(([name]) => !/^(date|content-length|transfer-encoding)$/i.test(name))
  const described = kept.map(([name, value]) =>
    name.toLowerCase() === "set-cookie" ? [name, attributes(value)] : [name, value],
  )
  return { status, headers: described, text: same(text) }
}

/** The name and the attributes of a cookie, whose value is new, and whose long lifetime is that of a session */
const attributes = (cookie: string) => cookie.replace(/=[^;]*/, "").replace(/(?<=Max-Age=\d)\d{5,}/, "…")

const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request")

describe("a form", () => {
  test("that redirects is answered with the same headers by both ways", async () => {
    const addition = { path: `/product/${product}`, fields: { product, quantity: "2" } }
    const browser = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", Referer: `${here.url}/` }
    const forms: Form[] = [
      addition,
      { ...addition, headers: browser },
      { ...addition, headers: { ...browser, Cookie: member.cookie } },
      { ...addition, headers: { Origin: null, Referer: `${here.url}/cart` } },
      { path: "/login?redirect=/orders", fields: { email: member.email, password: PASSWORD } },
      { path: "/shipping", fields: { address: "x" } },
      { path: "/update", fields: { name: "Ada Lovelace", email: member.email }, headers: { Cookie: member.cookie } },
    ]
    for (const form of forms) {
      const [short, long] = await bothWays(form)
      expect([form.path, hasLength(short), hasLength(long)]).toEqual([form.path, true, false])
      expect([302, 303]).toContain(short.status)
      expect(comparable(short), form.path).toEqual(comparable(long))
    }
  })

  test("that is shown again looks the same by both ways, and its action runs once", async () => {
    const forms: Form[] = [
      { path: `/product/${product}`, fields: { product, quantity: "99" } },
      { path: `/product/${product}`, fields: { product: "nonsense", quantity: "" } },
      { path: "/login", fields: { email: "ada", password: "" } },
      { path: "/login?register", fields: { name: "", email: "x", password: "short" } },
      { path: "/nowhere", fields: { a: "b" } },
      { path: `/product/${product}`, body: "%00=1" },
      { path: `/product/${product}`, body: "a=%ff" },
      {
        path: `/product/${product}`,
        fields: Object.fromEntries(Array.from({ length: 950 }, (_, at) => [`f${at}`, "x"])),
      },
      { path: "/shipping", fields: { address: "x" }, headers: { Cookie: member.cookie } },
    ]
    for (const form of forms) {
      const [one, other] = [await send(form), await send(form)]
      expect(one.status, form.path).toBeGreaterThanOrEqual(400)
      expect(comparable(one), form.path).toEqual(comparable(other))
    }
    const statements = logStatements(here.pool)
    const counts: number[] = []
    for (let time = 0; time < 2; time++) {
      statements.clear()
      await send({ path: "/login", fields: { email: member.email, password: "wrong" } })
      counts.push(statements.texts.length)
    }
    expect(counts[0]).toBe(counts[1])
  })

  test("that is shown again by a page shows the newest settings", async () => {
    for (const [snapshot, name] of ["Oak & Ash", "Elm & Yew", "Fir & Fig"].entries()) {
      await changeSettings(here.shop, await anAdmin(here.shop), { snapshot, facts: { ...emptyFacts, name } })
      const { status, text } = await send({ path: `/product/${product}`, fields: { product, quantity: "99" } })
      expect([status, text.includes(name.replace("&", "&amp;"))]).toEqual([400, true])
    }
  })

  test("that is shown again contains only its own outcome, however many are sent at once", async () => {
    const senders = Array.from({ length: 24 }, (_, at) => `sender-${at}-of-many`)
    const pages = await Promise.all(
      senders.map((sender) =>
        send({ path: "/login?register", fields: { name: sender, email: `${sender}@shop`, password: "short" } }),
      ),
    )
    for (const [at, { status, text }] of pages.entries()) {
      const shown = new Set([...text.matchAll(/sender-\d+-of-many/g)].map(([name]) => name))
      expect([status, [...shown]]).toEqual([400, [senders[at]]])
    }
  })

  test("from another site is refused by both ways", async () => {
    const kinds: Form["headers"][] = [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
      { Origin: null, Referer: "https://evil.example/x" },
      { Host: "evil.example", Origin: null, "Sec-Fetch-Site": "same-origin" },
    ]
    for (const headers of kinds)
      for (let way = 0; way < 2; way++) {
        const { status } = await send({ path: `/product/${product}`, fields: { product, quantity: "1" }, headers })
        expect([headers, [400, 403].includes(status)]).toEqual([headers, true])
      }
  })

  test("with parameters of Remix is refused by both ways, wherever they stand in the address", async () => {
    for (const query of ["_data=root", "x&_data=root", "x?y&_data=root"])
      for (let way = 0; way < 2; way++) {
        const { status, headers } = await send({
          path: `/product/${product}?${query}`,
          fields: { product, quantity: "1" },
        })
        expect([query, status, headers.includes("Set-Cookie")]).toEqual([query, 400, false])
      }
  })

  test("of a member that names no page is refused by both ways", async () => {
    for (let way = 0; way < 2; way++) {
      const headers = { Origin: null, Cookie: member.cookie }
      expect((await send({ path: "/update", fields: { name: "Eve" }, headers })).status).toBe(403)
    }
  })

  test("is read as well if its body arrives later, and is refused if it is too large", async () => {
    const addition = { path: `/product/${product}`, fields: { product, quantity: "2" } }
    for (let way = 0; way < 2; way++) {
      expect((await send({ ...addition, delay: 50 })).status).toBe(303)
      const large = { product, quantity: "2", more: "x".repeat(40_000) }
      expect((await send({ ...addition, fields: large })).status).toBe(303)
    }
  })

  test("is logged once, with the same fields by both ways", async () => {
    const form = {
      path: `/product/${product}?x=1`,
      fields: { product, quantity: "2" },
      headers: { Cookie: member.cookie },
    }
    await bothWays(form)
    await bothWays({ ...form, fields: { product, quantity: "99" } })
    await expect.poll(() => requests().length).toBe(4)
    await sleep(50)
    const described = requests().map(({ requestId: _, milliseconds: __, time: ___, ...fields }) => fields)
    expect(described[0]).toEqual(described[1])
    expect(described[2]).toEqual(described[3])
    expect(described[0]).toMatchObject({ path: `/product/${product}`, status: 303, method: "POST" })
    expect(described[2]).toMatchObject({ status: 400, refusal: "invalid" })
    expect(new Set(requests().map(({ requestId }) => requestId)).size).toBe(4)
  })
})

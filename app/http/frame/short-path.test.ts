import { gunzipSync } from "node:zlib"
import { beforeAll, expect, test } from "vitest"
import { openCacheTest, rawRequest } from "~/testing/pages/cached-responses.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"

const here = openCacheTest({ maxStaleness: 60_000, personalPages: ["assembled", "whole"] })
const browser = { "Accept-Encoding": "gzip, deflate, br", Accept: "text/html" }
const people: Record<string, string> = {}

beforeAll(async () => {
  const ada = await here.signedIn(await aMember(here.shop, { name: "Ada <b>Lovelace</b> & Sons" }))
  const grace = await here.signedIn(await aMember(here.shop, { name: "Joan Clarke" }))
  people.member = ada.cookie
  people["another member"] = grace.cookie
  people.administrator = (await here.signedIn(await anAdmin(here.shop))).cookie
  const visitor = here.visitor()
  await visitor.post(here.page, { product: here.product, quantity: 7 }, { Accept: "text/html" })
  people["visitor with a cart"] = visitor.cookie.replace(/; counter-toast=[^;]*/, "")
  people["visitor with a message"] = visitor.cookie
  const told = await here.signedIn(await aMember(here.shop, { name: "Hedy Lamarr" }))
  await told.post(here.page, { product: here.product, quantity: 3 }, { Accept: "text/html" })
  people["member with a message"] = told.cookie
})

const paths = () => ["/", "/products", "/products?category=Kitchen&sort=price-asc", here.page, "/contact", "/search"]

/** Requests in turn the short path, once it knows the page, and a process that renders the whole page. */
async function bothWays(path: string, headers: Record<string, string>) {
  for (let time = 0; time < 4; time++) await rawRequest(here.url + path, headers)
  const [one, other] = [await rawRequest(here.url + path, headers), await rawRequest(here.url + path, headers)]
  return other.headers["content-length"] === undefined ? ([one, other] as const) : ([other, one] as const)
}

function bodyOf({ headers, body }: Awaited<ReturnType<typeof rawRequest>>): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString()
}

test("the short path sends the headers and bytes of the long one, as one gzip member", async () => {
  const site = { "Sec-Fetch-Site": "same-origin" }
  const ways = Object.entries(people).flatMap(([who, Cookie]) => [
    [who, { Cookie }] as const,
    [`${who}, with a browser that names the page of a form`, { ...site, Cookie }] as const,
  ])
  for (const [who, headers] of ways)
    for (const path of paths()) {
      const own = { ...browser, "Accept-Encoding": "gzip", ...headers }
      const [short, long] = await bothWays(path, own)
      const describedAs = `${who}, ${path}`
      expect(short.headers["content-length"], describedAs).toBe(String(short.body.length))
      expect(long.headers["content-length"], describedAs).toBeUndefined()
      const [[shortHeaders, shortBody], [longHeaders, longBody]] = [comparable(short), comparable(long)]
      expect(shortHeaders, describedAs).toEqual(longHeaders)
      expect(shortBody === longBody, describedAs).toBe(true)
    }
})

/** Without what differs between two responses, and what only the length of the response decides */
function comparable(response: Awaited<ReturnType<typeof rawRequest>>): [object, string] {
  const { date: _, "content-length": __, "transfer-encoding": ___, "x-request-id": id, ...headers } = response.headers
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "none"
  const same = (text: string) => text.replaceAll(nonce, "NONCE").replaceAll(String(id), "REQUEST")
  return [JSON.parse(same(JSON.stringify(headers))), same(bodyOf(response))]
}

test("every response has its own nonce and request id", async () => {
  const seen = new Set<string>()
  for (let time = 0; time < 10; time++) {
    const response = await rawRequest(`${here.url}/`, { ...browser, Cookie: people.member ?? "" })
    const csp = String(response.headers["content-security-policy"])
    seen.add(/'nonce-([^']+)'/.exec(csp)?.[1] ?? "").add(String(response.headers["x-request-id"]))
  }
  expect(seen.size).toBe(20)
})

test("clients without gzip, and other methods, are left to the others", async () => {
  const Cookie = people.member ?? ""
  for (const encoding of ["br", "identity", "gzip;q=0", "gzip; q=0.0, br"]) {
    const [response] = await bothWays("/", { ...browser, "Accept-Encoding": encoding, Cookie })
    expect(response.headers["content-encoding"], encoding).not.toBe("gzip")
    expect(response.headers["content-length"] === undefined || encoding === "identity", encoding).toBe(true)
  }
  const head = await rawRequest(`${here.url}/`, { ...browser, Cookie }, "HEAD")
  expect([head.status, head.body.length]).toEqual([200, 0])
})

test("an ended session, a forged one and an empty cart are no one's", async () => {
  const ended = await here.signedIn(await aMember(here.shop, { name: "Ended Session" }))
  await bothWays("/", { ...browser, Cookie: ended.cookie })
  await here.shop.db
    .deleteFrom("sessions")
    .where("user_id", "=", await idOf("Ended Session"))
    .execute()
  for (const Cookie of [ended.cookie, `${people.member}x`, "counter=nonsense", "counter="]) {
    const [short, long] = await bothWays("/", { ...browser, "Accept-Encoding": "gzip", Cookie })
    for (const response of [short, long]) expect(bodyOf(response)).not.toMatch(/Ended Session|Lovelace|\/logout/)
  }
})

async function idOf(name: string): Promise<string> {
  const { id } = await here.shop.db.selectFrom("users").select("id").where("name", "=", name).executeTakeFirstOrThrow()
  return id
}

test("no response contains the token of another session's forms", async () => {
  const gzip = { ...browser, "Accept-Encoding": "gzip" }
  const pageFor = async (path: string, headers: object) =>
    bodyOf(await rawRequest(here.url + path, { ...gzip, ...headers }))
  const tokens = new Map<string, string>()
  for (const who of ["member", "another member", "member with a message", "administrator"])
    tokens.set(who, tokensIn(await pageFor("/update", { Cookie: people[who] })).join())
  expect(new Set(tokens.values()).size).toBe(4)
  await pageFor(here.page, {})
  const turns = Array.from({ length: 12 }, () => Object.entries(people)).flat()
  await Promise.all(
    turns.map(async ([who, Cookie]) => {
      const own = await pageFor(here.page, { Cookie })
      expect(tokensIn(own), who).toEqual([tokens.get(who) ?? "yes"])
      for (const [owner, token] of tokens) expect(own.includes(token), who).toBe(owner === who)
      const modern = await pageFor(here.page, { Cookie, "Sec-Fetch-Site": "same-origin" })
      expect(tokensIn(modern), who).toEqual(["yes"])
      for (const token of tokens.values()) expect(modern.includes(token), who).toBe(false)
    }),
  )
  expect(tokensIn(await pageFor(here.page, {}))).toEqual(["yes"])
})

function tokensIn(page: string): string[] {
  return [...new Set([...page.matchAll(/name="sent" value="([^"]*)"/g)].map(([, token = ""]) => token))]
}

import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember } from "~/testing/shop/people.server"
import { openDatabase, openPool } from "~db/database.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server?.close())

describe("every response", () => {
  test("that is personal has a policy whose nonce is new each time and occurs in the page", async () => {
    const [one, other] = [await server.visitor().get("/login"), await server.visitor().get("/login")]
    const nonce = nonceOf(one)
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(nonceOf(other)).not.toBe(nonce)
    expect(await one.text()).toContain(`nonce="${nonce}"`)
  })

  test("names its request and reveals nothing about the server", async () => {
    const answer = await server.visitor().get("/")
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{16}$/)
    expect(answer.headers.get("X-Powered-By")).toBeNull()
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin")
  })

  test("sets no cookie for visitors who only browse", async () => {
    expect((await server.visitor().get("/products")).headers.getSetCookie()).toEqual([])
  })
})

test("a message waits for its page, and is not spent by a question about the page's head", async () => {
  const member = await server.signedIn(await aMember(server.shop))
  const path = (await member.post("/logout", {})).headers.get("Location") ?? ""
  const head = await member.send(path, { method: "HEAD" })
  expect([head.status, head.headers.getSetCookie()]).toEqual([200, []])
  expect(pageText(await (await member.get(path)).text())).toContain("Logged out")
})

describe("health checks", () => {
  test("report that the process is alive and the database responds", async () => {
    expect((await server.visitor().get("/healthz")).status).toBe(200)
    expect((await server.visitor().get("/readyz")).status).toBe(200)
  })
})

describe("writes from another site", () => {
  const shapes = [
    "/cart/remove",
    "/cart/remove.data",
    "/cart/remove?_data=routes%2Fstorefront%2Fremove-from-cart",
    "/api/v1/login",
  ]
  const product = "0".repeat(24)

  test.each(shapes)("are refused at %s", async (path) => {
    const answer = await server.visitor().post(path, { product }, { Origin: "https://evil.example" })
    expect(answer.status).toBe(403)
  })

  /** Sends requests that `fetch` would refuse to send, like a browser on a page with this address. */
  const write = (headers: Record<string, string>) =>
    statusFor({ host: new URL(server.url).host, path: "/cart/remove", method: "POST", headers })

  /** From a web page whose name now resolves to this machine */
  const rebound = { host: "evil.example:8080", path: "/cart/remove", method: "POST" }

  test("are refused by the browser's `Sec-Fetch-Site`, whatever the origin", async () => {
    for (const site of ["cross-site", "same-site", "nonsense"]) {
      expect(await write({ "Sec-Fetch-Site": site, Origin: server.url })).toBe(403)
      expect(await write({ "Sec-Fetch-Site": site })).toBe(403)
    }
  })

  test("are refused by their origin, whatever `Sec-Fetch-Site` says", async () => {
    const port = Number(new URL(server.url).port)
    const others = ["https://evil.example", `http://localhost:${port + 1}`, `https://localhost:${port}`, "http://", ""]
    for (const Origin of others) {
      for (const site of ["same-origin", "none", "same-site"]) {
        expect([Origin, site, await write({ Origin, "Sec-Fetch-Site": site })]).toEqual([Origin, site, 403])
      }
      expect([Origin, await write({ Origin })]).toEqual([Origin, 403])
    }
  })

  test("are refused by their referrer if that is the only header", async () => {
    for (const Referer of ["https://evil.example/a", `${server.url}.evil.example/`, "nonsense"])
      expect([Referer, await write({ Referer })]).toEqual([Referer, 403])
    expect(await write({ Referer: `${server.url}/cart` })).toBe(303)
  })

  test("are refused if they hide their origin, unless the browser says that they are same-site", async () => {
    expect(await write({ Origin: "null" })).toBe(403)
    expect(await write({ Origin: "null", "Sec-Fetch-Site": "cross-site" })).toBe(403)
    // The form of a reset link, whose page sends no referrer
    expect(await write({ Origin: "null", "Sec-Fetch-Site": "same-origin" })).toBe(303)
  })

  test("are refused if a foreign name resolves to this machine", async () => {
    const site = { "Sec-Fetch-Site": "same-origin" }
    const origins: Record<string, string>[] = [{ Origin: `http://${rebound.host}` }, { Origin: "null" }, {}]
    for (const headers of origins) {
      expect([headers, await statusFor({ ...rebound, headers: { ...site, ...headers } })]).toEqual([headers, 403])
    }
  })

  test("from this site are accepted, by each of its names, and so are clients that are not browsers", async () => {
    expect((await server.visitor().post("/cart/remove", { product })).status).toBe(303)
    const { port } = new URL(server.url)
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`, "localhost", "shop.localhost:80"]) {
      const { origin } = new URL(`http://${host}`)
      const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" }
      expect([host, await statusFor({ ...rebound, host, headers })]).toEqual([host, 303])
    }
    expect(await statusFor({ ...rebound, host: "shop.internal", headers: {} })).toBe(303)
  })
})

describe("a form that names no page", () => {
  const send = (browser: TestBrowser, { sent = "yes", ...headers }: Record<string, string> = {}) => {
    const body = new URLSearchParams({ sent, name: "Mallory", email: "ada@shop.test" })
    return browser.send("/update", { method: "POST", body, headers })
  }
  const nameOf = async ({ id }: { id: string }) => {
    const row = await server.shop.db.selectFrom("users").select("name").where("id", "=", id).executeTakeFirstOrThrow()
    return row.name
  }
  const tokenIn = async (browser: TestBrowser, path = "/update") =>
    /name="sent" value="([\w-]{22})"/.exec(await (await browser.get(path)).text())?.[1] ?? "none"

  test("is refused for a member, because text browsers know no same-site cookies", async () => {
    const member = await aMember(server.shop, { name: "Ada Lovelace" })
    const browser = await server.signedIn(member)
    const refused = await send(browser)
    expect(refused.status).toBe(403)
    const page = await refused.text()
    expect(page).toMatch(/<title>Please send the form again – [^<]+<\/title>/)
    expect(page).toContain('href="/update"')
    expect(pageText(page)).toContain("Please open the page again, and send the form from there")
    expect(await nameOf(member)).toBe("Ada Lovelace")
    // dillo names only the host.
    for (const Referer of [`${server.url}/update`, `${server.url}/`])
      expect((await send(browser, { Referer })).status).not.toBe(403)
  })

  test("is accepted with the token of a page of this session", async () => {
    const member = await aMember(server.shop, { name: "Ada Lovelace", email: "token@shop.test" })
    const browser = await server.signedIn(member)
    const answer = await browser.send("/update", {
      method: "POST",
      body: new URLSearchParams({ sent: await tokenIn(browser), name: "Ada King", email: "token@shop.test" }),
    })
    expect(answer.status).toBe(303)
    expect(await nameOf(member)).toBe("Ada King")
    const files = new FormData()
    for (const [name, value] of Object.entries({ sent: await tokenIn(browser), name: "Ada", email: "token@shop.test" }))
      files.append(name, value)
    files.append("avatar", new File([], ""))
    expect((await browser.send("/update", { method: "POST", body: files })).status).toBe(303)
    expect(await nameOf(member)).toBe("Ada")
  })

  test("is refused with the token of another session, also of the same member", async () => {
    const member = await aMember(server.shop, { name: "Joan Clarke" })
    const browser = await server.signedIn(member)
    const former = await tokenIn(await server.signedIn(member))
    const foreign = await tokenIn(await server.signedIn(await aMember(server.shop)))
    expect(new Set([former, foreign, await tokenIn(browser)]).size).toBe(3)
    for (const sent of [former, foreign, "none", ""]) expect((await send(browser, { sent })).status).toBe(403)
    expect(await nameOf(member)).toBe("Joan Clarke")
  })

  test("of another site is refused as each browser sends it, with and without a token", async () => {
    const member = await aMember(server.shop, { name: "Grace Hopper" })
    const browser = await server.signedIn(member)
    const token = await tokenIn(browser)
    const page = "http://evil.example/form.html"
    const foreign = {
      lynx: { Referer: page, "Accept-Language": "en" },
      "lynx, from a page with a query": { "Accept-Language": "en" },
      "w3m and elinks": { Referer: page, "Accept-Language": "en;q=1.0" },
      links: { "Accept-Language": "en,*;q=0.1" },
      dillo: { Referer: "http://evil.example/", "User-Agent": "Dillo/3.0.5" },
      NetSurf: { Referer: page, "User-Agent": "NetSurf/3.10" },
      Firefox: { Origin: "http://evil.example", Referer: page, "Sec-Fetch-Site": "cross-site" },
      "WebKit, without a referrer": { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    }
    for (const [name, headers] of Object.entries(foreign)) {
      expect([name, (await send(browser, headers)).status]).toEqual([name, 403])
      // The token replaces the headers only where there are none.
      const isNamed = "Referer" in headers || "Origin" in headers
      if (isNamed) expect([name, (await send(browser, { ...headers, sent: token })).status]).toEqual([name, 403])
    }
    expect(await nameOf(member)).toBe("Grace Hopper")
  })

  test("keeps nothing of what it contains for later", async () => {
    const member = await aMember(server.shop)
    const browser = await server.signedIn(member)
    await server.shop.db.deleteFrom("sessions").where("user_id", "=", member.id).execute()
    const answer = await browser.send("/update", {
      method: "POST",
      body: new URLSearchParams({ sent: "yes", name: "Mallory", email: "ada@shop.test" }),
    })
    expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([403, expect.not.stringContaining("draft")])
  })

  test("is not asked for a token in browsers that name its page", async () => {
    const browser = await server.signedIn(await aMember(server.shop))
    const page = await (await browser.get("/update", { "Sec-Fetch-Site": "none" })).text()
    expect(page).toContain('name="sent" value="yes"')
    expect(page).not.toMatch(/name="sent" value="(?!yes)/)
  })

  test("is accepted from a visitor, who has nothing to lose", async () => {
    const product = "0".repeat(24)
    const body = new URLSearchParams({ product })
    expect((await server.visitor().send("/cart/remove", { method: "POST", body })).status).toBe(303)
    expect(await tokenIn(server.visitor(), "/login")).toBe("none")
  })
})

describe("a foreign name that resolves to this machine", () => {
  test("can read pages, but no mails", async () => {
    for (const [path, status] of [
      ["/about", 200],
      ["/healthz", 200],
      ["/readyz", 200],
      ["/dev/mail", 404],
      ["/dev/mail.data", 404],
    ] as const)
      expect([path, await statusFor({ host: "evil.example", path })]).toEqual([path, status])
    for (const host of ["localhost", "127.0.0.1:80", "[::1]", "a.localhost"])
      expect([host, await statusFor({ host, path: "/dev/mail" })]).toEqual([host, 200])
    const forwarded = { host: "localhost", path: "/dev/mail", headers: { "X-Forwarded-For": "192.0.2.1" } }
    expect(await statusFor(forwarded)).toBe(404)
    for (const host of ["localhost.evil.example", "127.0.0.1.evil.example", "localhost.", "192.0.2.1"])
      expect([host, await statusFor({ host, path: "/dev/mail" })]).toEqual([host, 404])
  })
})

describe("malformed requests", () => {
  test.each(["a b", "shop.test/x", "[::1", ""])("a Host of %j is a client error", async (host) => {
    expect(await statusFor({ host, path: "/" })).toBe(400)
  })

  test("an address that cannot be decoded is a client error", async () => {
    expect(await statusFor({ host: "localhost", path: "/product/%E0%A4%A" })).toBeLessThan(500)
  })

  test("an unknown page gets a designed 404", async () => {
    const answer = await server.visitor().get("/no/such/page")
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain("Page Not Found")
  })

  test("a form of the wrong type is refused with a message", async () => {
    const answer = await server.visitor().json("POST", "/cart", { product: 1 })
    expect(answer.status).toBe(415)
  })
})

describe("a database that does not respond", () => {
  let dark: TestServer

  beforeAll(async () => {
    const pool = openPool({ url: "postgres://nobody@127.0.0.1:9/none", max: 2 })
    dark = await openTestServer({ db: openDatabase(pool) })
  })

  afterAll(() => dark?.close())

  test("leaves the process alive and makes it unready", async () => {
    expect((await dark.visitor().get("/healthz")).status).toBe(200)
    expect((await dark.visitor().get("/readyz")).status).toBe(503)
  })

  test("makes pages say that the shop is unavailable, with `Retry-After`", async () => {
    const answer = await dark.visitor().get("/products")
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain("The shop is not available right now")
  })

  test("answers a form in the same way", async () => {
    const answer = await dark.visitor().post("/login", { email: "ada@example.com", password: "correct horse" })
    expect(answer.status).toBe(503)
  })
})

function nonceOf(answer: Response): string {
  return /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1] ?? ""
}

interface Sending {
  host: string
  path: string
  method?: string
  headers?: Record<string, string>
}

/** Sends requests that `fetch` would refuse to send. */
function statusFor({ host, path, method = "GET", headers }: Sending): Promise<number> {
  const { port } = new URL(server.url)
  const isForm = method === "POST" && { "Content-Type": "application/x-www-form-urlencoded" }
  const options = {
    host: "127.0.0.1",
    port,
    path,
    method,
    headers: { ...headers, ...isForm, Host: host },
    setHost: false,
  }
  return new Promise((resolve, reject) => {
    request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on("error", reject)
      .end(isForm ? `product=${"0".repeat(24)}` : undefined)
  })
}

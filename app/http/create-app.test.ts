import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openTestServer, type TestServer } from "~/testing/test-server.server"
import { openDatabase, openPool } from "~db/database.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server?.close())

describe("every answer", () => {
  test("of somebody's own carries a policy whose nonce is new each time and is the page's", async () => {
    const [one, other] = [await server.visitor().get("/login"), await server.visitor().get("/login")]
    const nonce = nonceOf(one)
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(nonceOf(other)).not.toBe(nonce)
    expect(await one.text()).toContain(`nonce="${nonce}"`)
  })

  test("names its request and gives nothing away about the server", async () => {
    const answer = await server.visitor().get("/")
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{8}$/)
    expect(answer.headers.get("X-Powered-By")).toBeNull()
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin")
  })

  test("sets no cookie for somebody who only looks around", async () => {
    expect((await server.visitor().get("/products")).headers.getSetCookie()).toEqual([])
  })
})

describe("health", () => {
  test("says that the process lives and the database answers", async () => {
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

  test.each(shapes)("are refused at %s", async (path) => {
    const answer = await server.visitor().post(path, { product: "0".repeat(24) }, { Origin: "https://evil.example" })
    expect(answer.status).toBe(403)
  })

  test("are refused by what the browser says of the site, whatever the origin", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: server.url }
    expect((await server.visitor().post("/cart/remove", { product: "0".repeat(24) }, headers)).status).toBe(403)
    const sibling = { "Sec-Fetch-Site": "same-site", Origin: server.url }
    expect((await server.visitor().post("/cart/remove", { product: "0".repeat(24) }, sibling)).status).toBe(403)
  })

  test("from this site pass, and so do clients that are no browsers", async () => {
    expect((await server.visitor().post("/cart/remove", { product: "0".repeat(24) })).status).toBe(303)
    const bare = await fetch(`${server.url}/cart/remove`, {
      method: "POST",
      body: new URLSearchParams({ product: "0".repeat(24) }),
      redirect: "manual",
    })
    expect(bare.status).toBe(303)
  })
})

describe("malformed requests", () => {
  test.each(["a b", "shop.test/x", "[::1", ""])("a Host of %j is the caller's fault", async (host) => {
    expect(await statusFor({ host, path: "/" })).toBe(400)
  })

  test("an address that cannot be decoded is the caller's fault", async () => {
    expect(await statusFor({ host: "localhost", path: "/product/%E0%A4%A" })).toBeLessThan(500)
  })

  test("an unknown page is a designed 404", async () => {
    const answer = await server.visitor().get("/no/such/page")
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain("Page Not Found")
  })

  test("a form of the wrong kind is refused with a sentence", async () => {
    const answer = await server.visitor().json("POST", "/cart", { product: 1 })
    expect(answer.status).toBe(415)
  })
})

describe("a database that does not answer", () => {
  let dark: TestServer

  beforeAll(async () => {
    const pool = openPool({ url: "postgres://nobody@127.0.0.1:9/none", max: 2 })
    dark = await openTestServer({ db: openDatabase(pool) })
  })

  afterAll(() => dark?.close())

  test("leaves the process alive and says that it is not ready", async () => {
    expect((await dark.visitor().get("/healthz")).status).toBe(200)
    expect((await dark.visitor().get("/readyz")).status).toBe(503)
  })

  test("makes pages say that the shop is not available, and when to try again", async () => {
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

/** Sends what `fetch` would refuse to send. */
function statusFor({ host, path }: { host: string; path: string }): Promise<number> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers: { Host: host }, setHost: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on("error", reject)
      .end()
  })
}

import { request } from "node:http"
import { connect } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { frameFaults } from "~/testing/pages/shop-frame"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { captureLog } from "~/testing/shop/captured-log.server"

let server: TestServer
const { log, lines, clear } = captureLog()

beforeAll(async () => {
  server = await openTestServer({ log })
})
afterAll(() => server?.close())
beforeEach(clear)

/** The response, and a check that the log has one line about a client error, without a stack */
async function expectRefusal(answer: Answer, status: number) {
  expect(answer.status).toBe(status)
  const { path } = answer
  if (/^\/api\/v1(\/|$)/.test(path)) {
    const body = JSON.parse(answer.text)
    expect(body).toMatchObject({ success: false, status: "error" })
    expect(body.message).toMatch(/^[A-Z].{5,}/)
  } else {
    expect(answer.headers["content-type"]).toContain("text/html")
    expect(answer.text).toMatch(/<h1>[^<]{5,}<\/h1>/)
    expect(answer.text).toContain('<link rel="stylesheet"')
    expect(frameFaults(answer.text, { signedIn: false })).toEqual([])
  }
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(JSON.parse(line).level, line).toBe(30)
  expect(lines.join()).not.toContain("stack")
}

interface Answer {
  path: string
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends requests that `fetch` would refuse to send. */
function send(method: string, path: string, headers: Record<string, string | string[]> = {}): Promise<Answer> {
  const { port, host } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, method, path, headers: { Host: host, ...headers }, setHost: false }
    request(options, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk
      })
      answer.on("end", () => resolve({ path, status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
      .on("error", reject)
      .end()
  })
}

/** Sends raw bytes, and more when a response has arrived. */
function sendRaw(path: string, bytes: string, more?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(bytes, "latin1"))
    socket.setEncoding("utf8").on("data", (chunk) => {
      if (received === "" && more) socket.write(more, "latin1")
      received += chunk
    })
    socket.on("error", reject)
    socket.on("close", () => {
      const [head = "", ...rest] = received.split("\r\n\r\n")
      const [first = "", ...fields] = head.split("\r\n")
      const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(/: (.*)/s)))
      resolve({ path, status: Number(first.split(" ")[1]), headers, text: rest.join("\r\n\r\n") })
    })
    setTimeout(() => socket.end(), 2_000).unref()
  })
}

describe("a method that a page does not have", () => {
  test.each([
    ["POST", "/", "GET, HEAD"],
    ["POST", "/about", "GET, HEAD"],
    ["POST", "/search/suggest", "GET, HEAD"],
    ["PUT", "/search/suggest", "GET, HEAD"],
    ["POST", "/orders", "GET, HEAD"],
    ["POST", "/about.data", "GET, HEAD"],
    ["POST", "/_root.data", "GET, HEAD"],
    ["PUT", "/cart", "GET, HEAD, POST"],
    ["DELETE", "/cart/remove", "GET, HEAD, POST"],
    ["PATCH", "/login.data", "GET, HEAD, POST"],
    ["OPTIONS", "/login", "GET, HEAD, POST"],
    ["TRACE", "/", "GET, HEAD"],
    ["PROPFIND", "/products", "GET, HEAD"],
    ["LOCK", "/product/0123", "GET, HEAD, POST"],
    ["TRACE", "/api/v1/login", "POST"],
  ])("%s %s is answered with the allowed ones", async (method, path, allow) => {
    const answer = await send(method, path)
    await expectRefusal(answer, 405)
    expect(answer.headers.allow).toBe(allow)
  })

  test.each(["POST", "PUT", "TRACE", "OPTIONS"])("%s to a page that does not exist gets 404", async (method) => {
    await expectRefusal(await send(method, "/no/such/page"), 404)
  })
})

describe("an address", () => {
  test.each(["/%E0%A4%A", "/product/%ff", "/media/%E0%A4%A", "/%", "/login.data/%zz"])(
    "that cannot be decoded, %s, is not valid",
    async (path) => expectRefusal(await send("GET", path), 400),
  )

  test.each(["/?_data=", "/?_data=nonsense", "/products?_data=root", "/x?_data=routes%2Fapi%2Fme", "/?a=1&%5fdata"])(
    "in an older convention, %s, is not valid",
    async (path) => expectRefusal(await send("GET", path), 400),
  )

  test.each([
    "/products.data?_routes=nonsense",
    "/x.data?_routes=nonsense",
    "/.data?_routes=",
    "/cart.data?_routes=root,",
  ])("that requests parts which its page does not have, %s, is not valid", async (path) =>
    expectRefusal(await send("GET", path), 400),
  )

  test("that requests a part of its page is answered", async () => {
    const answer = await send("GET", "/about.data?_routes=root")
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/x-script; charset=utf-8"])
  })

  test.each(["/api/v1/%0a", "/api/v1/product%0d%0ax", "/api/v1/order/%0D", "/api/v1/x%E2%80%A8"])(
    "of the API with a line break, %s, gets the error envelope",
    async (path) => {
      const answer = await send("GET", path)
      await expectRefusal(answer, answer.status === 401 ? 401 : 404)
    },
  )

  test.each(["/%0a", "/x%0d%0aSet-Cookie:%20a=b", "/%E2%80%A9.html"])(
    "with a line break, %s, gets 404",
    async (path) => {
      const answer = await send("GET", path)
      await expectRefusal(answer, 404)
      expect(answer.headers["set-cookie"]).toBeUndefined()
    },
  )

  const HERE = expect.stringMatching(/^\/(?![/\\])/)

  test.each([
    ["%00", 404, 404],
    ["a%00b", 404, 404],
    ["%00/evil.example", 404, 404],
    ["%00%5Cevil.example", 404, 404],
    ["a%00.data", 404, 404],
    ["x?a=%00", 302, 404],
    ["%E0%A4%A", 400, 404],
    ["%ff", 400, 404],
    ["%C0%AF", 400, 404],
    ["%C0%80", 400, 404],
    ["%ED%A0%80", 400, 404],
    ["%u002f", 400, 404],
    ["\xff", 400, 400],
    ["%2F", 404, 404],
    ["%2Fx", 404, 404],
    ["%2F%2Fevil.example", 404, 404],
    ["..%2fabout", 404, 404],
    ["%252F%252Fevil.example", 404, 404],
    ["%5C", 404, 404],
    ["%5c%5C", 404, 404],
    ["%5Cevil.example", 404, 404],
    ["a%5C", 404, 404],
    ["/evil.example", 404, 404],
    ["\\evil.example", 400, 400],
    ["%09/evil.example", 404, 404],
    ["@evil.example", 404, 404],
  ])("/%s gets %i, in the API %i, and no redirect", async (tail, page, api) => {
    for (const [before, status] of [
      ["/", page],
      ["/api/v1/", api],
      ["/api/v1/product/", api],
    ] as const) {
      const path = before + tail
      const answer = await send("GET", path)
      expect([path, answer.status]).toEqual([path, status])
      if (status === 302) expect(answer.headers.location).toEqual(HERE)
      else await expectRefusal(answer, status)
    }
  })

  test("that is far too long is refused", async () => {
    await expectRefusal(await send("GET", `/${"a".repeat(8_000)}`), 414)
    await expectRefusal(await send("GET", `/api/v1/product?keyword=${"a".repeat(8_000)}`), 414)
  })

  test.each(["/a".repeat(501), `/${"/".repeat(7_900)}x`, `/${"%2f".repeat(334)}`, `/about.data${";".repeat(991)}`])(
    "with a path of more than 1,000 characters is refused, whatever it contains",
    async (path) => {
      await expectRefusal(await send("GET", path), 414)
      await expectRefusal(await send("POST", `/api/v1${path}?x=1`), 414)
    },
  )

  test("may have a longer query, and its path 1,000 characters", async () => {
    expect((await send("GET", `/about?x=${"/".repeat(6_000)}`)).status).toBe(200)
    expect((await send("GET", `/products/${"a".repeat(990)}`)).status).toBe(302)
  })

  test.each([
    "//",
    "//about",
    "/about//",
    "/order////////x",
    "/cart//.data",
    "/./about",
    "/x/../about",
    "/x/%2E./about",
    "/x/..",
    "/admin/%2e%2e",
    "/about/../about",
    "/cart/...data",
    "/cart/%2e%2e.data",
    "/a".repeat(21),
    "/api/v1//me",
    "/api/v1/../../about",
    "/api/v1/order/%2e%2e",
    `/api/v1/product${"/a".repeat(20)}`,
  ])("with an empty segment, a dot segment or too many of them, %s, gets 404", async (path) => {
    for (const method of ["GET", "POST"]) await expectRefusal(await send(method, path), 404)
  })

  test("with a backslash, which would be read as a slash, is not valid", async () => {
    for (const path of ["/\\about", "/order\\\\x", "/api/v1\\me"]) {
      const answer = await sendRaw("/", `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect([path, answer.status]).toEqual([path, 400])
    }
  })

  test.each([
    ["/about/", "/about"],
    ["/about/?x=1&back=/cart/", "/about?x=1&back=/cart/"],
    ["/products/?keyword=desk+lamp", "/products?keyword=desk+lamp"],
    ["/products/a%2Fb%25/", "/products/a%2Fb%25"],
    ["/admin/orders/", "/admin/orders"],
    ["/nothing-here/", "/nothing-here"],
    ["/about/.data?_routes=root", "/about.data?_routes=root"],
    ["/evil.example/", "/evil.example"],
    ["/%2F%2Fevil.example/", "/%2F%2Fevil.example"],
  ])("with a trailing slash, %s, redirects to %s", async (path, target) => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await send(method, path)
      expect([status, headers.location]).toEqual([301, target])
    }
  })

  test("with a trailing slash works for a form, and does not exist in the API", async () => {
    expect((await send("POST", "/login/")).headers.location).toBeUndefined()
    for (const path of ["/", "/api/v1/product/", "/api/v1/me/?x=1"])
      expect((await send("GET", path)).headers.location).toBeUndefined()
  })

  test("with an origin in front is the same address", async () => {
    expect((await send("GET", "http://elsewhere.example/about?x=1")).status).toBe(200)
  })

  test.each(["*", "ftp://elsewhere.example/about"])("that belongs to no page, %s, is not valid", async (target) => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      const answer = await sendRaw(target, `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      expect([method, answer.status]).toEqual([method, 400])
    }
  })

  test("with a malformed, missing or repeated host is refused", async () => {
    const none = [
      "256.1.1.1",
      "1.2.3.4.5",
      "shop.0x",
      "localhost:99999",
      "[1::2::3]",
      "[::1]:65536",
      "xn--a",
      "a:b",
      ":80",
    ]
    for (const host of ["a b", "[::1", "shop.test/x", "", ...none])
      await expectRefusal(await send("GET", "/", { Host: host }), 400)
    await expectRefusal(await sendRaw("/", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), 400)
    await expectRefusal(await sendRaw("/", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"), 400)
    await expectRefusal(await sendRaw("/api/v1/me", "GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n"), 400)
  })
})

describe("headers", () => {
  test("given twice, and malformed cookies, do no harm", async () => {
    const odd = [
      "counter",
      "counter=",
      "counter=%E0%A4%A",
      "counter=a.b; counter=c",
      ";;;=",
      'counter-toast="\\"',
      "a=\xff",
    ]
    for (const cookie of odd) expect((await send("GET", "/cart", { Cookie: cookie })).status, cookie).toBe(200)
    const twice = {
      "Accept-Language": ["de", "en"],
      "X-Forwarded-For": ["1", "2"],
      Accept: ["a", "b"],
      Range: "bytes=x",
    }
    expect((await send("GET", "/", twice)).status).toBe(200)
    expect(lines.map((line) => JSON.parse(line).level)).not.toContain(50)
  })

  test("that are far too long are refused", async () => {
    const head = `X: ${"a".repeat(20_000)}\r\n\r\n`
    await expectRefusal(await sendRaw("/", `GET / HTTP/1.1\r\nHost: a\r\n${head}`), 431)
    await expectRefusal(await sendRaw("/api/v1/me", `GET /api/v1/me HTTP/1.1\r\nHost: a\r\n${head}`), 431)
  })

  test("with impossible values are refused", async () => {
    await expectRefusal(await send("GET", "/", { Expect: "the unexpected" }), 417)
    await expectRefusal(await send("POST", "/login", { "Sec-Fetch-Site": "cross-site" }), 403)
  })
})

test("a form that is too large is refused and read to the end, even if the connection is closed", async () => {
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1" })
  const errors: Error[] = []
  let text = ""
  socket.on("error", (error) => errors.push(error)).setEncoding("utf8")
  socket.on("data", (part) => {
    text += part
  })
  const closed = new Promise((resolve) => socket.on("close", resolve))
  const [piece, pieces] = [Buffer.alloc(65_536, "a"), 480]
  socket.write(`POST /login HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nConnection: close\r\n`)
  socket.write("Content-Type: application/x-www-form-urlencoded\r\n")
  socket.write(`Content-Length: ${piece.length * pieces}\r\n\r\n`)
  for (let sent = 0; sent < pieces && !socket.destroyed; sent++) {
    if (!socket.write(piece)) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve))
  }
  await closed
  expect(errors).toEqual([])
  expect(text).toContain("HTTP/1.1 413")
})

describe("data that is not HTTP", () => {
  test.each([
    ["an unknown method", "DANCE / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost a\r\n\r\n", 400],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    ["a version of the future", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400],
    ["a tunnel", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 405],
  ])("%s gets a page", async (_, bytes, status) => {
    await expectRefusal(await sendRaw("/", bytes), status)
  })

  test("gets the error envelope if the API was requested", async () => {
    await expectRefusal(await sendRaw("/api/v1/me", "DANCE /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n"), 400)
  })

  test.each([
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["an expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 9\r\n\r\n"],
    ["no request at all", "DANCE\r\n\r\n"],
  ])("a client that requests %s and disconnects at any moment affects no one", async (_, bytes) => {
    const port = Number(new URL(server.url).port)
    const ends = [0, 0, 1, 5, 20, 60].map(async (pause) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
      socket.on("error", () => {})
      await new Promise((resolve) => setTimeout(resolve, pause))
      socket.resetAndDestroy()
    })
    await Promise.all(ends)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  test("a client that never disconnects is disconnected after a moment", async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1", allowHalfOpen: true })
    const left = new Promise((resolve) => socket.on("close", resolve))
    socket.on("error", () => {}).resume()
    socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n")
    // Only writing detects that the other side has disconnected.
    const knock = setInterval(() => socket.write("hello?"), 250)
    await left
    clearInterval(knock)
  }, 10_000)

  test.each([
    ["/login", "zzz\r\nhello\r\n0\r\n\r\n"],
    ["/login", "5\r\nhello\r\nzzz\r\n"],
    ["/api/v1/login", "5\r\nhello\r\n-1\r\n"],
  ])("is refused in the body of a form (%s)", async (path, chunks) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n`
    const answer = await sendRaw(path, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`)
    await expectRefusal(answer, 400)
  })

  test("gets no second response in the body of an answered request", async () => {
    const head = "POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
    const { status, text } = await sendRaw("/nowhere", head, "zzz\r\n")
    expect(status).toBe(404)
    expect(text).not.toContain("HTTP/1.1 400")
  })

  test("never interrupts a response in progress", async () => {
    const host = `Host: ${new URL(server.url).host}\r\n`
    const { text } = await sendRaw("/", `GET /about HTTP/1.1\r\n${host}\r\nDANCE / HTTP/1.1\r\n\r\n`)
    expect(text).not.toContain("HTTP/1.1 400")
  })
})

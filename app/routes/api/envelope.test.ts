import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { UNNAMED_PAGE_MESSAGE } from "~/http/origin/cross-site"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { loader as stripeKey } from "./stripe-key"

let server: ApiServer
let member: ApiClient
let admin: ApiClient

beforeAll(async () => {
  server = await openApiServer()
  member = await server.member("member@shop.example")
  admin = await server.admin()
})

afterAll(() => server?.close())

const unknownId = "0".repeat(24)

describe("a client without permission for a call", () => {
  test("is told to sign in before anything else is revealed", async () => {
    const calls = [...server.contract.guarded("member", unknownId), ...server.contract.guarded("admin", unknownId)]
    expect(calls.length).toBe(21)
    for (const [method, path] of calls) {
      const body = method === "GET" ? undefined : "{ not even JSON"
      const answer = await server.client().browser.send(path, {
        method,
        body,
        headers: { Origin: server.url, "Content-Type": "application/json" },
      })
      expect([method, path, answer.status, await answer.json()]).toEqual([
        method,
        path,
        401,
        { success: false, status: "error", message: "Please login to access this resource" },
      ])
    }
  })

  test("learns nothing but the refusal, for existing ids and for others", async () => {
    for (const [method, path] of server.contract.guarded("admin", unknownId)) {
      const { status, body } = await member.call(method, path, method === "GET" ? undefined : { role: 1 })
      expect([method, path, status, body.message]).toEqual([
        method,
        path,
        403,
        "Role: user is not allowed to access this resource",
      ])
    }
  })

  test("and one with permission reads what is wrong", async () => {
    expect((await admin.delete(`/api/v1/admin/user/${unknownId}`)).body.message).toBe("User not found")
    expect((await admin.put(`/api/v1/admin/user/${unknownId}`, {})).status).toBe(400)
  })
})

describe("an unknown address or method", () => {
  test.each(["/api/v1", "/api/v1/", "/api/v1/nothing", "/API/V1/nothing", "/api/v1/me/nothing", "/api/v1/me.data"])(
    "%s is not found, whatever the method",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status, body } = await server.client().call(method, path)
        expect([method, status, body.status]).toEqual([method, 404, "error"])
      }
    },
  )

  test("every method that a path does not have is answered with the allowed ones", async () => {
    const { paths } = server.contract.document
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (methods[(method === "HEAD" ? "GET" : method).toLowerCase()]) continue
        const answer = await server.client().call(method, path.replace(/\{\w+\}/, unknownId))
        expect([method, path, answer.status]).toEqual([method, path, 405])
        expect(answer.headers.get("Allow")).toBeTruthy()
      }
    }
  })

  test.each(["TRACE", "PROPFIND", "LOCK"])("%s as well", async (method) => {
    const { status, headers, text } = await plain({ method, path: "/api/v1/login" })
    expect([status, headers.allow, JSON.parse(text).status]).toEqual([405, "POST", "error"])
  })

  test("no response of the framework itself is sent", async () => {
    for (const path of [
      "/api/v1/me?_data=root",
      "/api/v1/me?_data=routes%2Fapi%2Fprofile",
      "/api/v1/me?%5fdata=x&index",
    ]) {
      const { status, body } = await server.client().get(path)
      expect([path, status, body.message]).toEqual([path, 401, "Please login to access this resource"])
    }
  })
})

describe("requests caused by another site", () => {
  const evil = { Origin: "https://evil.example" }

  test("are refused in the envelope if they write", async () => {
    const mode: Record<string, string>[] = [
      evil,
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site", Origin: server.url },
    ]
    for (const headers of mode) {
      const { status, body } = await member.call(
        "PUT",
        "/api/v1/me/update",
        { name: "X", email: "x@x.example" },
        headers,
      )
      expect([status, body.message]).toEqual([403, "This request came from another site and was refused."])
    }
  })

  test("cannot sign anyone out", async () => {
    const others: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" },
      { "Sec-Fetch-Site": "same-site" },
      { Origin: "https://evil.example" },
      { Origin: "null" },
    ]
    for (const headers of others) expect((await member.get("/api/v1/logout", headers)).status).toBe(403)
    const old = await member.browser.send("/api/v1/logout", { headers: { Referer: "https://evil.example/a" } })
    expect(old.status).toBe(403)
    expect((await member.get("/api/v1/me")).status).toBe(200)
  })
})

describe("a request of a browser that names no page", () => {
  const browsers: Record<string, string>[] = [
    { "User-Agent": "Links (2.28; Linux)", "Accept-Language": "en,*;q=0.1" },
    { "User-Agent": "NetSurf/3.10 (Linux)" },
  ]
  const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""]
  const send = (path: string, method: string, headers: Record<string, string>, body?: string) =>
    plain({ method, path, headers: { Cookie: member.browser.cookie, ...headers }, body })

  test("is refused if a form of another site can send it", async () => {
    for (const browser of browsers) {
      for (const type of types) {
        const headers = { ...browser, ...(type && { "Content-Type": type }) }
        const { status, text } = await send("/api/v1/payment/process", "POST", headers, type && "amount=5000")
        expect([type, status, JSON.parse(text).message]).toEqual([type, 403, UNNAMED_PAGE_MESSAGE])
      }
      expect((await send("/api/v1/payment/process", "POST", { ...browser, Referer: server.url })).status).not.toBe(403)
    }
  })

  test("is accepted if no form can send it, or nobody is signed in", async () => {
    for (const browser of browsers) {
      const json = { ...browser, "Content-Type": "application/json" }
      expect((await send("/api/v1/payment/process", "POST", json, "{}")).status).toBe(400)
      const form = { ...browser, "Content-Type": "application/x-www-form-urlencoded", Cookie: "" }
      expect((await send("/api/v1/login", "POST", form, "email=a")).status).toBe(400)
    }
  })

  test("is accepted from programs, whose forms name no page either", async () => {
    const form = { "Content-Type": "application/x-www-form-urlencoded" }
    const programs: Record<string, string>[] = [{ "User-Agent": "curl/7.88.1" }, { "Accept-Language": "*" }, {}]
    for (const program of programs)
      expect((await send("/api/v1/payment/process", "POST", { ...program, ...form }, "amount=x")).status).toBe(400)
  })

  test("cannot sign anyone out", async () => {
    for (const browser of browsers) expect((await send("/api/v1/logout", "GET", browser)).status).toBe(403)
    expect((await member.get("/api/v1/me")).status).toBe(200)
  })
})

describe("cached responses", () => {
  test("are never personal, nor refusals", async () => {
    for (const path of ["/api/v1/me", "/api/v1/my/order", "/api/v1/nothing", `/api/v1/product/${unknownId}`]) {
      expect((await member.get(path)).headers.get("Cache-Control")).toBe("no-store")
    }
  })

  test("that are public have an entity tag and no cookie, even for signed-in users", async () => {
    for (const path of ["/api/v1/product", "/api/v1/stripekey", "/api/v1/openapi.json"]) {
      const first = await member.browser.get(path)
      expect(first.headers.get("ETag")).toMatch(/^W\/"[\w-]{27}"$/)
      expect(first.headers.getSetCookie()).toEqual([])
      const again = await server.client().browser.get(path, { "If-None-Match": first.headers.get("ETag") ?? "" })
      expect([again.status, await again.text()]).toEqual([304, ""])
    }
  })
})

describe("a bug", () => {
  test("is a server error, with an id and without details", async () => {
    const shop = { log: { error() {} }, payments: Object.defineProperty({}, "publishableKey", { get: throwError }) }
    const context = { shop, requestId: "1a2b3c4d", record: {} } as never
    const answer = await stripeKey({ request: new Request("http://localhost/api/v1/stripekey"), params: {}, context })
    const message = "Something went wrong on our side. Please try again. (1a2b3c4d)"
    expect([answer.status, await answer.json()]).toEqual([500, { success: false, status: "error", message }])
  })

  test("in an address is a client error", async () => {
    const { status, text } = await plain({ method: "GET", path: "/api/v1/product", host: "a b" })
    expect([status, JSON.parse(text).success]).toEqual([400, false])
  })
})

function throwError(): never {
  throw new Error("the secret cause")
}

interface PlainRequest {
  method: string
  path: string
  host?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends requests that `fetch` would refuse to send. */
function plain({ method, path, host = "localhost", headers, body }: PlainRequest) {
  const { port } = new URL(server.url)
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path, method, headers: { ...headers, Host: host }, setHost: false },
      (answer) => {
        let text = ""
        answer.on("data", (chunk) => {
          text += chunk
        })
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
      .on("error", reject)
      .end(body)
  })
}

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"

let server: ApiServer

beforeAll(async () => {
  server = await openApiServer()
})

afterAll(() => server?.close())

const unknownId = "0".repeat(24)

describe("a body", () => {
  const json = { "Content-Type": "application/json" }
  const send = (body: BodyInit, headers: Record<string, string>) =>
    server.client().raw("POST", "/api/v1/login", body, headers)

  test.each([
    ["{", json],
    ["[]", json],
    ["null", json],
    ['"x"', json],
    ['{"email": "a\\u0000b", "password": "x"}', json],
    ['{"email": "\\ud800", "password": "x"}', json],
    ["[".repeat(100_000), json],
    [`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, json],
    ["email=%00", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["nothing like it", { "Content-Type": "multipart/form-data; boundary=x" }],
    ["nothing like it", { "Content-Type": "multipart/form-data" }],
  ])("that cannot be parsed is refused: %.40s", async (body, headers) => {
    const answer = await send(body, headers)
    expect([answer.status, answer.body.success]).toEqual([400, false])
  })

  test("that is missing is an empty one", async () => {
    const { status, body } = await server.client().call("POST", "/api/v1/login")
    expect([status, body.message]).toEqual([400, "Please enter email and password"])
    expect((await send("", json)).body.message).toBe("Please enter email and password")
  })

  test("that is too large is refused", async () => {
    const text = JSON.stringify({ email: "a".repeat(2 * 1024 * 1024), password: "x" })
    const answer = await send(text, json)
    expect([answer.status, answer.body.message]).toEqual([413, "This request is too large"])
    expect((await send(Buffer.alloc(21 * 1024 * 1024, 32), json)).status).toBe(413)
  })

  test.each(["text/plain", "application/xml", "application/octet-stream", ""])(
    "of type %j is not supported",
    async (type) => {
      const answer = await send(Buffer.from("x"), type ? { "Content-Type": type } : {})
      expect([answer.status, answer.body.status]).toEqual([415, "error"])
    },
  )

  test("that is compressed is not supported", async () => {
    expect((await send("{}", { ...json, "Content-Encoding": "gzip" })).status).toBe(415)
  })

  const odd: unknown[] = [null, 1, true, [], {}, [[]], "", " ", "x".repeat(5_000), { toString: 1 }, ["a", "b"], -1e308]

  test.each(odd.map((value) => ({ value })))("whose every field is $value is refused", async ({ value }) => {
    const admin = await server.admin(`keeper-${odd.indexOf(value)}@shop.example`)
    const sent = Object.fromEntries(fields.map((name) => [name, value]))
    for (const [method, path] of [
      ...server.contract.guarded("member", unknownId),
      ...server.contract.guarded("admin", unknownId),
    ]) {
      if (method !== "POST" && method !== "PUT") continue
      const { status } = await admin.call(method, path, sent)
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true])
    }
  })
})

const fields =
  "name email role rating comment productId price desc category stock images avatar status amount orderedItems shippingInfo paymentInfo oldPassword newPassword".split(
    " ",
  )

import { Ajv2020 } from "ajv/dist/2020"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import type { ApiDocument } from "./document"

let server: ApiServer
let document: ApiDocument

beforeAll(async () => {
  server = await openApiServer()
  document = server.contract.document as ApiDocument
})

afterAll(() => server?.close())

/** The 29 calls of the specification */
const specified = [
  "GET /api/v1/product",
  "GET /api/v1/product/{id}",
  "GET /api/v1/reviews",
  "PUT /api/v1/product/review",
  "DELETE /api/v1/reviews",
  "GET /api/v1/admin/allproducts",
  "POST /api/v1/admin/product/new",
  "PUT /api/v1/admin/product/{id}",
  "DELETE /api/v1/admin/product/{id}",
  "GET /api/v1/me",
  "GET /api/v1/logout",
  "POST /api/v1/login",
  "POST /api/v1/register",
  "PUT /api/v1/me/update",
  "PUT /api/v1/password/update",
  "POST /api/v1/forgot/password",
  "PUT /api/v1/reset/password/{token}",
  "GET /api/v1/stripekey",
  "POST /api/v1/payment/process",
  "POST /api/v1/order/new",
  "GET /api/v1/my/order",
  "GET /api/v1/order/{id}",
  "GET /api/v1/admin/orders",
  "PUT /api/v1/admin/order/{id}",
  "DELETE /api/v1/admin/order/{id}",
  "GET /api/v1/admin/users",
  "GET /api/v1/admin/user/{id}",
  "PUT /api/v1/admin/user/{id}",
  "DELETE /api/v1/admin/user/{id}",
]

function operations() {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

describe("the description", () => {
  test("has the calls of the specification, the quote of an order, and the sandbox's own", () => {
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(described.sort()).toEqual([...specified, "POST /api/v1/order/quote", "POST /api/v1/sandbox/confirm"].sort())
  })

  test("contains only valid JSON schemas", () => {
    const media = operations().flatMap(({ operation }) => [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    ])
    const ajv = new Ajv2020({ validateFormats: false })
    for (const schema of [...media.map(({ schema }) => schema), ...Object.values(document.components.schemas)]) {
      expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null])
      expect(JSON.stringify(schema)).not.toContain(String(Number.MAX_SAFE_INTEGER))
    }
  })

  test("gives every call a unique name", () => {
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test("has an example of every response and every JSON body, and each is valid", () => {
    for (const { path, method, operation } of operations()) {
      const place = ["paths", path, method]
      for (const [status, answer] of Object.entries(operation.responses)) {
        const media = answer.content?.["application/json"]
        if (!media) continue
        const shown = media.examples ? Object.values(media.examples).map(({ value }) => value) : [media.example]
        for (const example of shown) {
          server.contract.check([...place, "responses", status, "content", "application/json", "schema"], example)
        }
      }
      if (!operation.requestBody) continue
      const { example } = operation.requestBody.content["application/json"] ?? {}
      expect([path, example]).not.toEqual([path, undefined])
      server.contract.check([...place, "requestBody", "content", "application/json", "schema"], example)
    }
  })

  test("says who may use a call", () => {
    const guarded = operations().filter(({ operation }) => operation.security.length > 0)
    expect(guarded.every(({ operation }) => operation.responses[401])).toBe(true)
    const ofAdmins = operations().filter(({ path }) => path.includes("/admin/"))
    expect(ofAdmins.length).toBe(11)
    expect(ofAdmins.every(({ operation }) => operation.responses[403])).toBe(true)
  })

  test("omits calls of other gateways", () => {
    expect(document.paths["/api/v1/stripe/webhook"]).toBeUndefined()
  })

  test("can be cached and revalidated", async () => {
    const { browser } = server.client()
    const first = await browser.get("/api/v1/openapi.json")
    expect(first.headers.get("Content-Type")).toMatch(/^application\/json/)
    const tag = first.headers.get("ETag") ?? ""
    expect((await browser.get("/api/v1/openapi.json", { "If-None-Match": tag })).status).toBe(304)
    const other = await browser.send("/api/v1/openapi.json", { method: "DELETE", headers: { Origin: server.url } })
    expect([other.status, other.headers.get("Allow")]).toEqual([405, "GET, HEAD"])
  })
})

describe("the reference for people", () => {
  test("shows every call and every schema, without a script", async () => {
    const page = await server.visitor().get("/api/docs")
    const html = (await page.text()).replace(/<script[\s\S]*?<\/script>/g, "")
    expect(page.status).toBe(200)
    for (const { path, operation } of operations()) {
      expect(html).toContain(`id="${operation.operationId}"`)
      expect(html).toContain(path)
    }
    for (const shape of ["User", "Product", "Review", "Order", "ShippingInfo"]) {
      expect(html).toContain(`id="shape-${shape}"`)
    }
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
    expect(anchors.filter((anchor) => !html.includes(`id="${anchor}"`))).toEqual([])
  })
})

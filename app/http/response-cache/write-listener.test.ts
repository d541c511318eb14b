import { expect, test } from "vitest"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { getAnonymously, openCacheTest, queriesFor } from "~/testing/pages/cached-responses.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"

/** So long that a poll can only be caused by a write */
const here = openCacheTest({ maxStaleness: 600_000 })

const unknownId = "0".repeat(24)
const form = "application/x-www-form-urlencoded"

/** Requests that write nothing, each with the status that shows why */
const idle: [status: number, method: string, path: string, body?: string, type?: string, origin?: string][] = [
  [405, "POST", "/products"],
  [405, "PUT", "/products"],
  [405, "OPTIONS", "/"],
  [405, "DELETE", "/api/v1/product"],
  [405, "POST", "/api/v1/product"],
  [404, "POST", "/nothing-here"],
  [404, "PUT", "/api/v1/nothing"],
  [404, "POST", "//about"],
  [414, "POST", `/${"/".repeat(2_000)}`],
  [400, "POST", "/cart?_data=root"],
  [403, "POST", "/cart/remove", `product=${unknownId}`, form, "https://evil.example"],
  [415, "POST", "/cart", "{}", "application/json"],
  [303, "POST", "/cart/remove", `product=${unknownId}`, form],
  [303, "POST", "/logout", "", form],
  [302, "POST", "/shipping", "address=Street+1", form],
  [400, "POST", "/login", "email=x&password=", form],
  [400, "POST", "/api/v1/login", "{}", "application/json"],
  [401, "PUT", "/api/v1/me/update", "{}", "application/json"],
  [401, "DELETE", `/api/v1/admin/product/${unknownId}`],
  [404, "POST", "/api/v1/stripe/webhook", "{}", "application/json"],
]

async function send(
  browser: TestBrowser,
  [, method, path, body, type, origin = here.url]: (typeof idle)[number],
): Promise<number> {
  const headers = { Origin: origin, ...(type && { "Content-Type": type }) }
  const response = await browser.send(path, { method, body, headers })
  await response.arrayBuffer()
  return response.status
}

test("requests that write nothing do not affect cached pages, however many there are", async () => {
  await (await getAnonymously(here, "/products")).arrayBuffer()
  for (const request of idle) {
    expect([...request, await send(here.visitor(), request)]).toEqual([...request, request[0]])
    expect([...request, await queriesFor(here, "/products")]).toEqual([...request, 0])
  }
})

test("nor do those of members and administrators", async () => {
  const { shop } = here
  const [member, admin] = [await here.signedIn(await aMember(shop)), await here.signedIn(await anAdmin(shop))]
  await (await getAnonymously(here, "/products")).arrayBuffer()
  const json = "application/json"
  const refused: [TestBrowser, (typeof idle)[number]][] = [
    [member, [405, "POST", "/orders"]],
    [member, [403, "DELETE", `/api/v1/admin/product/${unknownId}`]],
    [member, [400, "PUT", "/api/v1/me/update", "{}", json]],
    [admin, [404, "DELETE", `/api/v1/admin/product/${unknownId}`]],
    [admin, [400, "PUT", `/api/v1/admin/product/${here.product}`, '{"price":-1}', json]],
  ]
  for (const [browser, request] of refused) {
    expect([...request, await send(browser, request)]).toEqual([...request, request[0]])
    expect([...request, await queriesFor(here, "/products")]).toEqual([...request, 0])
  }
})

test("a write is visible to the next request, from one statement as from a transaction", async () => {
  const admin = await here.signedIn(await anAdmin(here.shop))
  const product = await addProduct(here.shop, { name: "Oak bowl" })
  const path = `/api/v1/product/${product}`
  await (await getAnonymously(here, path)).arrayBuffer()
  expect((await admin.json("PUT", `/api/v1/admin/product/${product}`, { price: 12 })).status).toBe(200)
  expect(await (await getAnonymously(here, path)).text()).toContain('"price":12,')
  const member = await here.signedIn(await aMember(here.shop))
  expect(await queriesFor(here, path)).toBe(0)
  const edited = { name: "Grace", email: "grace@shop.example" }
  expect((await member.json("PUT", "/api/v1/me/update", edited)).status).toBe(200)
  expect(await queriesFor(here, path)).toBe(1)
})

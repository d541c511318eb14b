import express from "express"
import { afterAll, beforeAll, expect, test } from "vitest"
import map from "~/routes"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { addressesIn } from "~/testing/pages/addresses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { keepCookiesOutOfCaches } from "./cookie-caching.server"

let server: TestServer
let product: string
let addresses: string[]

beforeAll(async () => {
  server = await openTestServer()
  product = await addProduct(server.shop, { stock: 5 })
  const pages = addressesIn(await map, { product })
  addresses = [
    ...pages,
    ...pages.map((path) => (path === "/" ? "/_root.data" : `${path}.data`)),
    "/healthz",
    "/media/x",
  ]
})
afterAll(() => server?.close())

const kept = /\bno-store\b|\bprivate\b.*\bno-cache\b/

/**
 * Requests every address of the route map, each time with a message waiting for this browser and a session that has not
 * been used for long.
 */
async function expectCookiesToStay(browser: TestBrowser) {
  let cookies = 0
  const prepared = browser.cookie
  await browser.post("/cart/remove", { product })
  const waiting = `${prepared}; ${browser.cookie}`
  for (const path of addresses) {
    for (const method of ["GET", "HEAD"]) {
      server.clock.advance({ minutes: 6 })
      const answer = await fetch(server.url + path, { method, headers: { Cookie: waiting }, redirect: "manual" })
      const caching = answer.headers.get("Cache-Control") ?? ""
      const story = `${method} ${path} ${answer.status} ${caching}`
      expect(answer.status, story).not.toBe(500)
      await answer.arrayBuffer()
      if (answer.headers.getSetCookie().length > 0) {
        cookies++
        expect(caching, story).toMatch(kept)
      }
      if (/public|max-age=[1-9]/.test(caching)) expect(answer.headers.getSetCookie(), story).toEqual([])
      if (/private/.test(caching)) expect(answer.headers.get("Vary"), story).toMatch(/\bCookie\b/)
    }
  }
  expect(cookies).toBeGreaterThan(40)
}

test("no response to an anonymous visitor that sets a cookie may be stored by a cache, on any route", async () => {
  const visitor = server.visitor()
  await visitor.post(`/product/${product}`, { quantity: 1 })
  await expectCookiesToStay(visitor)
}, 60_000)

test("nor one to a member", async () => {
  await expectCookiesToStay(await server.signedIn(await aMember(server.shop)))
}, 60_000)

test("nor one to an administrator", async () => {
  await expectCookiesToStay(await server.signedIn(await anAdmin(server.shop)))
}, 60_000)

test("after signing out, the Back button shows neither a member's page nor its data", async () => {
  const member = await server.signedIn(await aMember(server.shop))
  const read = async (browser: TestBrowser, path: string) => {
    const answer = await browser.get(path)
    await answer.arrayBuffer()
    return answer.headers.get("Cache-Control")
  }
  const paths = ["/", "/about", "/account", "/cart", "/orders", "/update", "/nothing-here", `/order/${product}`]
  for (const path of paths) {
    const data = path === "/" ? "/_root.data" : `${path}.data`
    for (const one of [path, data, `${data}?_routes=root`])
      expect([one, await read(member, one)]).toEqual([one, "no-store"])
  }
  const visitor = server.visitor()
  for (const path of ["/cart", "/cart.data"])
    expect([path, await read(visitor, path)]).toEqual([path, "private, no-cache"])
})

test("suggestions are the same for everyone", async () => {
  const member = await server.signedIn(await aMember(server.shop))
  server.clock.advance({ minutes: 6 })
  const [theirs, anybodys] = [
    await member.get("/search/suggest?q=ta"),
    await server.visitor().get("/search/suggest?q=ta"),
  ]
  expect(theirs.headers.get("Cache-Control")).toBe("public, max-age=60")
  expect(theirs.headers.getSetCookie()).toEqual([])
  expect(await theirs.text()).toBe(await anybodys.text())
})

test.each([
  ["public, max-age=60", "no-store"],
  ["public, no-cache", "no-store"],
  ["max-age=31536000, immutable", "no-store"],
  [undefined, "no-store"],
  ["private, no-cache", "private, no-cache"],
  ["no-store", "no-store"],
])("a route that sets a cookie and sends %s is corrected", async (said, answered) => {
  const app = express().use(keepCookiesOutOfCaches)
  app.get("/", (_request, response) => {
    if (said) response.set("Cache-Control", said)
    response.append("Set-Cookie", "a=b").send("Hello")
  })
  const listening = app.listen(0)
  const { port } = listening.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}`)
  expect(answer.headers.get("Cache-Control")).toBe(answered)
  listening.close()
})

import type { RouteConfigEntry } from "@remix-run/route-config"
import { afterAll, beforeAll, expect, test } from "vitest"
import map from "~/routes"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let adminBrowser: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  await shelve(server.shop, await signUpAdmin(server.shop))
  adminBrowser = server.visitor()
  await adminBrowser.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const paths = ((await map) as RouteConfigEntry[]).map((route) => `/${route.path ?? ""}`)
const lists = paths.filter((path) => path.startsWith("/admin/") && !/[:*]/.test(path))
const things = paths.filter((path) => /^\/(admin\/.*|order\/.*):id/.test(path))

const names = ["search", "status", "payment", "user", "sort", "page", "category", "stock", "product", "rating"]
const moreNames = ["person", "kind", "subject", "from", "to", "id", "priceMode", "priceBy", "stockBy", "income", "back"]
const values = [
  "%00",
  "%FF",
  "%5C",
  "%25",
  "'",
  "-1",
  "1e9",
  "9".repeat(20),
  "constructor",
  "2024-02-31",
  "%F0%9F%92%A9",
]

test("no list fails for an unusual filter", async () => {
  for (const path of lists) {
    for (const value of values) {
      const query = [...names, ...moreNames].map((name) => `${name}=${value}`).join("&")
      const { status } = await adminBrowser.get(`${path}?${query}`)
      expect(status, `${path} ${value}`).toBeLessThan(500)
    }
  }
})

test("no screen fails for a malformed id, by any method", async () => {
  const fields = {
    status: "Shipped",
    text: "x",
    version: "0",
    snapshot: "0",
    name: "n",
    role: "user",
    price: "1",
    kind: "product",
  }
  for (const path of things) {
    for (const id of ["%00", "xyz", "F".repeat(24), "66aabbccddeeff0011223344", "%F0%9F%92%A9", "%2e%2e"]) {
      const address = path.replace(":id", id)
      expect((await adminBrowser.get(address)).status, `GET ${address}`).toBeLessThan(500)
      expect((await adminBrowser.post(address, fields)).status, `POST ${address}`).toBeLessThan(500)
    }
  }
})

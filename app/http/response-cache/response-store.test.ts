import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { flushSearches } from "~/domain/search/popular/popular-searches.server"
import { getAnonymously, queriesFor } from "~/testing/pages/cached-responses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember } from "~/testing/shop/people.server"
import { CachedResponse } from "./cached-response.server"
import { ResponseStore } from "./response-store.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await addProduct(server.shop, { name: "Walnut tray", stock: 50 })
})
afterAll(() => server?.close())

test("keywords are cached from the second request on, so that made-up ones take no memory", async () => {
  const asked = async () => queriesFor(server, "/products/walnut")
  const [first, second, third] = [await asked(), await asked(), await asked()]
  expect(first).toBeGreaterThan(1)
  expect(second).toBeGreaterThan(1)
  expect(third).toBe(1)
})

test("searches are counted however they are answered, once per client, and not for HEAD", async () => {
  const search = async () => {
    await flushSearches(server.shop)
    return server.shop.db
      .selectFrom("popular_searches")
      .select(["times", "clients"])
      .where("keyword", "=", "walnut")
      .executeTakeFirst()
  }
  const forget = () => server.shop.db.deleteFrom("popular_searches").execute()
  const fromMemory = async () => (await getAnonymously(server, "/products/walnut")).text()
  await fromMemory()
  await search()
  await forget()
  await server.visitor().send("/products/walnut", { method: "HEAD" })
  expect(await search()).toBeUndefined()
  for (let time = 0; time < 5; time++) await fromMemory()
  expect(await search()).toEqual({ times: 1, clients: 1 })
  await forget()
  await (await (await server.signedIn(await aMember(server.shop))).get("/products/walnut")).text()
  expect(await search()).toEqual({ times: 1, clients: 1 })
  await fromMemory()
  expect(await search()).toEqual({ times: 1, clients: 1 })
})

test("a page cached in several encodings counts with all of them", async () => {
  const store = new ResponseStore<{ cached: CachedResponse }>()
  const keys = Array.from({ length: 60 }, (_, number) => ({ name: `/api/v1/product/${number}`, isUnbounded: false }))
  for (const key of keys) {
    const response = new CachedResponse({ headers: {}, body: randomBytes(600_000), keyword: null, tags: new Set() })
    await store.render(
      key,
      async () => ({ cached: response }),
      () => true,
    )
    await response.encoded("gzip")
    store.resize(key, response)
  }
  const kept = keys.filter((key) => store.get(key))
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.length * 2 * 600_000).toBeLessThan(48 * 1024 * 1024)
})

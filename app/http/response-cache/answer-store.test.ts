import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { flushSearches } from "~/domain/search/popular-searches.server"
import { questionsFor, stranger } from "~/testing/pages/shared-responses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { aMember } from "~/testing/shop/people.server"
import { AnswerStore } from "./answer-store.server"
import { CachedAnswer } from "./cached-answer.server"

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await addProduct(server.shop, { name: "Walnut tray", stock: 50 })
})
afterAll(() => server?.close())

test("keywords are remembered from the second time on, so that made-up ones take no room", async () => {
  const asked = async () => questionsFor(server, "/products/walnut")
  const [first, second, third] = [await asked(), await asked(), await asked()]
  expect(first).toBeGreaterThan(1)
  expect(second).toBeGreaterThan(1)
  expect(third).toBe(1)
})

test("they count as searches however they are answered, once for each client, and a HEAD does not", async () => {
  const search = async () => {
    await flushSearches(server.shop)
    return server.shop.db
      .selectFrom("popular_searches")
      .select(["times", "clients"])
      .where("keyword", "=", "walnut")
      .executeTakeFirst()
  }
  const forget = () => server.shop.db.deleteFrom("popular_searches").execute()
  const fromMemory = async () => (await stranger(server, "/products/walnut")).text()
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

test("what is kept in several encodings takes the room of all of them", async () => {
  const store = new AnswerStore<{ cached: CachedAnswer }>()
  const addresses = Array.from({ length: 60 }, (_, number) => {
    return { path: `/api/v1/product/${number}`, kind: "json" as const, isEndless: false }
  })
  for (const address of addresses) {
    const answer = new CachedAnswer({ address, headers: {}, body: randomBytes(600_000), keyword: null })
    await store.make(
      address,
      async () => ({ cached: answer }),
      () => true,
    )
    await answer.encoded("gzip")
    store.weigh(address, answer)
  }
  const kept = addresses.filter((address) => store.get(address))
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.length * 2 * 600_000).toBeLessThan(48 * 1024 * 1024)
})

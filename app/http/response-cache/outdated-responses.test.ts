import { afterAll, expect, test, vi } from "vitest"
import { getAnonymously, openCacheTest } from "~/testing/pages/cached-responses.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { addProduct, moveStock } from "~/testing/shop/buyers.server"

const MAX_STALENESS = 900
const here = openCacheTest({ maxStaleness: MAX_STALENESS })

// All use one clock, because the shop's remembered time must not lie ahead.
vi.useFakeTimers({ toFake: ["performance"] })
afterAll(() => void vi.useRealTimers())

const wordsAt = async (path: string) =>
  /Out of stock|Only \d+ left|In stock/.exec(await (await getAnonymously(here, path)).text())?.[0]

/** Returns the address of a page rendered before its product was sold, once the shop knows about the sale. */
async function openOutdated(): Promise<string> {
  const product = await addProduct(here.shop, { stock: 50 })
  const page = await productPageOf(here.shop, product)
  vi.advanceTimersByTime(MAX_STALENESS + 1)
  for (let time = 0; time < 3; time++) expect(await wordsAt(page)).toBe("In stock")
  await moveStock(here.shop, product, -48)
  vi.advanceTimersByTime(MAX_STALENESS / 2 + 1)
  const asked = new Promise((resolve) => here.pool.once("release", resolve))
  expect(await wordsAt(page)).toBe("In stock")
  await asked
  await new Promise((resolve) => setTimeout(resolve, 20))
  return page
}

/** No page can be rendered until these are returned. */
async function takeAllConnections(): Promise<() => void> {
  const held = await Promise.all(Array.from({ length: 12 }, () => here.pool.connect()))
  return () => {
    for (const connection of held) connection.release()
  }
}

test("while a page is being rendered again, one visitor waits for it and the others get the version of a moment ago", async () => {
  const page = await openOutdated()
  const giveBack = await takeAllConnections()
  const first = wordsAt(page)
  await new Promise((resolve) => setTimeout(resolve, 50))
  for (let time = 0; time < 3; time++) expect(await wordsAt(page)).toBe("In stock")
  giveBack()
  expect(await first).toBe("Only 2 left")
  for (let time = 0; time < 3; time++) expect(await wordsAt(page)).toBe("Only 2 left")
})

test("a version that is too old is never sent", async () => {
  const page = await openOutdated()
  const giveBack = await takeAllConnections()
  const first = wordsAt(page)
  await new Promise((resolve) => setTimeout(resolve, 50))
  // The response was last valid 900 ms ago, and the poll that invalidated it was 450 ms ago.
  vi.advanceTimersByTime(MAX_STALENESS / 2)
  const second = wordsAt(page)
  await new Promise((resolve) => setTimeout(resolve, 50))
  giveBack()
  expect([await first, await second]).toEqual(["Only 2 left", "Only 2 left"])
})

test("nor after a write through this process", async () => {
  const page = await openOutdated()
  const registered = await here.visitor().json("POST", "/api/v1/register", {
    name: "Ada",
    email: "ada@shop.example",
    password: "correct horse battery",
  })
  expect(registered.status).toBe(201)
  const giveBack = await takeAllConnections()
  vi.advanceTimersByTime(1)
  const first = wordsAt(page)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const second = wordsAt(page)
  await new Promise((resolve) => setTimeout(resolve, 50))
  giveBack()
  expect([await first, await second]).toEqual(["Only 2 left", "Only 2 left"])
})

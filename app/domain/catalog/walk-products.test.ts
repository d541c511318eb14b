import { afterAll, beforeAll, expect, test } from "vitest"
import { addProduct, takeOffSale } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { catalogBoundaries, FIRST, walkProducts } from "./walk-products.server"

let here: TestShop
let ids: string[]

beforeAll(async () => {
  here = await openTestShop()
  ids = []
  for (let number = 0; number < 7; number++) ids.push(await addProduct(here.shop, { name: `Tray ${number}` }))
  ids.sort()
})
afterAll(() => here.close())

async function walk(options?: Parameters<typeof walkProducts>[1]): Promise<string[]> {
  const found: string[] = []
  for await (const products of walkProducts(here.shop, options)) found.push(...products.map(({ id }) => id))
  return found
}

test("every public product is visited once, in parts as well as in one go", async () => {
  expect(await walk()).toEqual(ids)
  const parts = await catalogBoundaries(here.shop, 3)
  expect(parts).toEqual([FIRST, ids[2], ids[5]])
  expect((await Promise.all(parts.map((after) => walk({ after, most: 3 })))).flat()).toEqual(ids)
})

test("a part keeps its end when one of its products is hidden, and the next one begins after it", async () => {
  const before = await catalogBoundaries(here.shop, 3)
  await takeOffSale(here.shop, ids[1] ?? "")
  // These are created in a later second, because ids begin with their time.
  const shop = { ...here.shop, now: () => new Date(Date.now() + 60_000) }
  for (let number = 0; number < 3; number++) ids.push(await addProduct(shop))
  const parts = await catalogBoundaries(here.shop, 3)
  expect(parts.slice(0, 3)).toEqual(before.slice(0, 3))
  expect(parts).toHaveLength(4)
  const found = (await Promise.all(parts.map((after) => walk({ after, most: 3 })))).flat()
  expect(new Set(found)).toEqual(new Set(ids.filter((id) => id !== ids[1])))
})

test("a catalogue that exactly fills its parts has no empty one", async () => {
  expect(await catalogBoundaries(here.shop, 10)).toEqual([FIRST])
})

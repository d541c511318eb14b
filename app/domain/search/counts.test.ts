import { expect, test } from "vitest"
import { initialCategories as categories } from "~/domain/catalog/categories/category"
import fc from "~/testing/hostile/fast-check"
import { cached, countKey } from "./counts.server"
import { emptyFilter, type ProductFilter, sorts } from "./product-filter"

/** The compiler requires a line for every part of a filter. */
const parts: { [K in keyof ProductFilter]: fc.Arbitrary<ProductFilter[K]> } = {
  keyword: fc.string(),
  category: fc.constantFrom(null, ...categories),
  priceFrom: fc.nat(),
  priceTo: fc.option(fc.nat()),
  options: fc.constantFrom([], [["size=m"]], [["size=l", "size=m"]], [["colour=ecru"], ["size=m"]]),
  ratingFrom: fc.double({ min: 0, max: 5, noNaN: true, noDefaultInfinity: true }),
  sort: fc.constantFrom(...sorts),
  page: fc.integer({ min: 1 }),
}
const search = fc.record({ tolerant: fc.string(), names: fc.option(fc.string()) })
const searchOf = (tolerant: string, names: string | null = null) => ({ tolerant, names })

/** A count is the same on every page and in every order; the parsed keyword is the other half of its key. */
const beside = ["keyword", "sort", "page"]

test.each(Object.keys(parts) as (keyof ProductFilter)[])(
  "the filter's %s changes a count's key where needed",
  (part) => {
    fc.assert(
      fc.property(fc.record(parts), parts[part], fc.option(search), (filter, value, search) => {
        fc.pre(JSON.stringify(filter[part]) !== JSON.stringify(value))
        const other = { ...filter, [part]: value }
        expect(countKey(other, search) === countKey(filter, search)).toBe(beside.includes(part))
      }),
    )
  },
)

test("a count's key distinguishes how a keyword was parsed", () => {
  expect(countKey(emptyFilter, null)).not.toBe(countKey(emptyFilter, searchOf("'lamp'")))
  expect(countKey(emptyFilter, searchOf("'lamp'"))).not.toBe(countKey(emptyFilter, searchOf("'lamp':*")))
  expect(countKey(emptyFilter, searchOf("'l':*"))).not.toBe(countKey(emptyFilter, searchOf("'l':*", "'l':*")))
})

test("large results are forgotten before they take much memory, and small ones are kept", async () => {
  const shop = { db: {} } as Parameters<typeof cached>[0]
  const MB = 1024 * 1024
  let computed = 0
  const read = (key: string, length: number) =>
    cached(shop, 1, key, async () => {
      computed++
      return "x".repeat(length)
    })
  for (let time = 0; time < 2; time++) for (let at = 0; at < 1_000; at++) await read(`small ${at}`, 100)
  expect(computed).toBe(1_000)
  for (let at = 0; at < 30; at++) await read(`large ${at}`, MB / 4)
  await read("large 29", MB / 4)
  expect(computed).toBe(1_030)
  await read("large 0", MB / 4)
  await read("small 0", 100)
  expect(computed).toBe(1_032)
})

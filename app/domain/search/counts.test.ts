import { expect, test } from "vitest"
import { initialCategories as categories } from "~/domain/catalog/categories/category"
import fc from "~/testing/hostile/fast-check"
import { countKey } from "./counts.server"
import { emptyFilter, type ProductFilter, sorts } from "./product-filter"

/** The compiler demands a line for every part of a filter. */
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
/** A count is the same on every page and in every order; how a keyword is read is the other half of its key. */
const beside = ["keyword", "sort", "page"]

test.each(Object.keys(parts) as (keyof ProductFilter)[])(
  "a count's key follows the filter's %s as it has to",
  (part) => {
    fc.assert(
      fc.property(fc.record(parts), parts[part], fc.option(fc.string()), (filter, value, tsquery) => {
        fc.pre(JSON.stringify(filter[part]) !== JSON.stringify(value))
        const other = { ...filter, [part]: value }
        expect(countKey(other, tsquery) === countKey(filter, tsquery)).toBe(beside.includes(part))
      }),
    )
  },
)

test("a count's key tells the readings of a keyword apart", () => {
  expect(countKey(emptyFilter, null)).not.toBe(countKey(emptyFilter, "'lamp'"))
  expect(countKey(emptyFilter, "'lamp'")).not.toBe(countKey(emptyFilter, "'lamp':*"))
})

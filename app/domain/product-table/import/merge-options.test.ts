import { expect, test } from "vitest"
import { Categories } from "~/domain/catalog/categories/categories"
import { previewProduct } from "../preview/preview-product"
import { mergeOptions } from "./merge-options"

/** CPU time in milliseconds */
function cpuOf(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const many = Array.from({ length: 16_000 }, (_, place) => `Größe ${place}`)

test("known values keep their names, and new ones are added once", () => {
  const known = [{ name: "Size", values: [{ name: "Small", slug: "small" }] }]
  const merged = mergeOptions(known, [[["size", "SMALL"]], [["size", "Large"]], [["size", "large"]]])
  expect(merged).toEqual([{ name: "Size", values: [{ name: "Small", slug: "small" }, { name: "Large" }], was: 0 }])
})

test("many values are merged in linear time", () => {
  expect(
    cpuOf(() =>
      mergeOptions(
        [],
        many.map((value) => [["Size", value]]),
      ),
    ),
  ).toBeLessThan(1_000)
})

test("a product with too many versions is refused before they are compared", () => {
  const variants = many.map((value, place) => ({ line: place + 2, values: [value], cells: { price: "5", stock: "1" } }))
  const product = { cells: { name: "Cap" }, options: ["Size"], variants }
  const known = { products: new Map(), categories: new Categories([]), taxClasses: [], responsiblePersons: [] }
  let messages = new Set<string>()
  const cpu = cpuOf(() => {
    messages = new Set(previewProduct(product, known).map(({ message }) => message))
  })
  expect([...messages]).toEqual(["A product has at most 100 versions"])
  expect(cpu).toBeLessThan(1_000)
})

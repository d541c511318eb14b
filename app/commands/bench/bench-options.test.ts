import { expect, test } from "vitest"
import { parseBenchOptions } from "./bench-options"

test("without options everything is measured", () => {
  expect(parseBenchOptions([])).toEqual({ measured: "all", quick: false, variants: false })
  expect(parseBenchOptions(["--quick"])).toMatchObject({ measured: "all", quick: true })
  expect(parseBenchOptions(["http"])).toMatchObject({ measured: "http" })
})

test("options take values with or without an equals sign", () => {
  const sale = { measured: "sale", minutes: 1, visitors: 200, buyers: 9 }
  expect(parseBenchOptions(["sale", "--minutes", "1", "--visitors", "200", "--buyers=9"])).toMatchObject(sale)
  expect(parseBenchOptions(["--minutes=5", "soak"])).toMatchObject({ measured: "soak", minutes: 5 })
  expect(parseBenchOptions(["migrate", "--products", "500"])).toMatchObject({ measured: "migrate", products: 500 })
  const options = { measured: "queries", variants: true, sizes: [100, 5_000], json: "/tmp/a=b.json" }
  expect(parseBenchOptions(["queries", "--variants", "--sizes", "100,5000", "--json=/tmp/a=b.json"])).toMatchObject(
    options,
  )
})

test.each([
  [["everything"], /measured: .*"migrate"/],
  [["--fast"], /--fast/],
  [["soak", "--minutes", "0"], /minutes: .*>=1/],
  [["--sizes", "many"], /sizes 0: .*number/],
  [["--sizes", "10"], /sizes 0: .*>=100/],
  [["--clients", "0"], /clients 0: .*>=1/],
  [["--clients", "1,,2"], /clients 1: .*>=1/],
  [["sale", "--buyers", "0"], /buyers: .*>=1/],
  [["sale", "--visitors"], /--visitors/],
  [["migrate", "--products", "1"], /products: .*>=100/],
  [["--folder"], /--folder/],
  [["--json", "--quick"], /--json/],
])("%j prints a sentence and the usage", (args, sentence) => {
  expect(() => parseBenchOptions(args)).toThrow(sentence)
  expect(() => parseBenchOptions(args)).toThrow("npm run bench --")
})

import { expect, test } from "vitest"
import { parseBenchOptions } from "./bench-options"

test("without a word everything is measured, quickly only the shop over HTTP", () => {
  expect(parseBenchOptions([])).toMatchObject({ http: true, queries: true, quick: false, clients: [1, 16, 64] })
  expect(parseBenchOptions(["--quick"])).toMatchObject({ http: true, queries: false, quick: true, clients: [16] })
  expect(parseBenchOptions(["http"])).toMatchObject({ http: true, queries: false })
})

test("a sale is measured by itself, as large and as long as it is wanted", () => {
  const whole = { sale: 10, http: false, queries: false, visitors: 20_000, buyers: 2_000 }
  expect(parseBenchOptions(["sale"])).toMatchObject(whole)
  expect(parseBenchOptions(["sale", "--minutes", "1"])).toMatchObject({ sale: 1, visitors: 2_000, buyers: 200 })
  expect(parseBenchOptions(["sale", "--visitors", "200", "--buyers=9"])).toMatchObject({ visitors: 200, buyers: 9 })
  expect(parseBenchOptions(["knee"])).toMatchObject({ knee: true, sale: null, http: false, queries: false })
})

test("a soak is all that is measured, for an hour unless it is said", () => {
  expect(parseBenchOptions(["soak"])).toMatchObject({ http: false, queries: false, soak: 60 })
  for (const args of [
    ["soak", "--minutes", "5"],
    ["--minutes=5", "soak"],
  ])
    expect(parseBenchOptions(args)).toMatchObject({ http: false, queries: false, soak: 5 })
})

test("migrations are measured by themselves, in a shop of a million products", () => {
  expect(parseBenchOptions(["migrate"])).toMatchObject({ http: false, queries: false, soak: null, migrate: 1_000_000 })
  expect(parseBenchOptions(["migrate", "--products", "500"])).toMatchObject({ migrate: 500 })
})

test("values follow their names, with or without an equals sign", () => {
  const options = { http: false, queries: true, sizes: [100, 5_000], json: "/tmp/a=b.json" }
  expect(parseBenchOptions(["queries", "--sizes", "100,5000", "--json=/tmp/a=b.json"])).toMatchObject(options)
})

test.each([
  [["everything"], /no "everything"/],
  [["soak", "--minutes", "0"], /--minutes takes a number/],
  [["--sizes", "many"], /--sizes takes numbers/],
  [["--sizes", "10"], /--sizes takes numbers/],
  [["--clients", "0"], /--clients takes numbers/],
  [["--clients", "1,,2"], /--clients takes numbers/],
  [["sale", "--buyers", "0"], /--buyers takes a number/],
  [["sale", "--visitors"], /--visitors takes a number/],
  [["migrate", "--products", "1"], /--products takes a number/],
  [["--folder"], /--folder needs a value/],
  [["--json", "--quick"], /--json needs a value/],
])("%j is answered with a sentence", (args, sentence) => {
  expect(parseBenchOptions(args)).toMatch(sentence)
})

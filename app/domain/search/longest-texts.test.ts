import { expect, test } from "vitest"
import { random } from "~/demo/random"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { MAX_OWN_FACTS } from "~/domain/catalog/facts/facts"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

const next = random(7)
const letters = (first: string, count: number) => () =>
  String.fromCodePoint((first.codePointAt(0) ?? 0) + Math.floor(next() * count))
const hangul = letters("가", 11_172)
const MAX = 10_000

function textOf(length: number, letter: () => string, wordLength: number): string {
  return Array.from({ length }, (_, place) => (place % (wordLength + 1) === wordLength ? " " : letter()))
    .join("")
    .trim()
}

test.each([
  ["Korean without a space", hangul, MAX],
  ["Korean in long words", hangul, 20],
  ["Korean in short words", hangul, 4],
  ["Chinese", letters("一", 20_992), MAX],
  ["Japanese", letters("ァ", 80), MAX],
  ["Thai", letters("ก", 58), MAX],
  ["signs for many letters", letters("㌀", 88), MAX],
  ["signs for many words", letters("ﷺ", 1), 3],
])("a product with the longest texts can be saved and found, of %s", async (_, letter, wordLength) => {
  const written = (length: number) => textOf(length, letter, wordLength)
  const name = written(200)
  await publishProduct(here.shop, here.admin, {
    ...{ name, desc: written(10_000), category: "Gaming", price: 1_000, stock: 1 },
    ...{ brand: written(100), material: written(200), manufacturer: written(200) },
    ownFacts: Array.from({ length: MAX_OWN_FACTS }, (_, index) => `Fact ${index}: ${written(300)}`).join("\n"),
  })
  expect(await here.names(String(new URLSearchParams({ keyword: name.slice(0, 3) })))).toContain(name)
})

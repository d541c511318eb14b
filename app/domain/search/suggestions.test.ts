import { expect, test } from "vitest"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { suggest } from "./suggestions.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

const suggested = async (typed: string) => (await suggest(here.shop, typed)).map(({ kind, text }) => `${kind} ${text}`)

test("one letter suggests a few words, categories and products with this prefix", async () => {
  const found = await suggested("w")
  expect(found.slice(0, 3)).toEqual(["search wireless", "search walnut", "search wool"])
  expect(found.length).toBeLessThanOrEqual(12)
  for (const name of found.slice(3)) expect(name).toMatch(/\bW/)
  expect(await suggested("h")).toContain("category Household")
  expect(await suggested("x")).toEqual([])
})

test("one letter after other words suggests products with all of them", async () => {
  expect(await suggested("walnut c")).toEqual(["product Walnut Chess Set"])
  expect(await suggested("rain b")).toEqual(["product Harbour Rain Boots"])
})

test.each(["headhpones", "eadphones", "hheadphones"])("%s suggests the intended word", async (typed) => {
  const found = await suggested(typed)
  expect(found).toContain("search headphones")
  expect(found).toContain("product Halden Over-Ear Headphones")
})

test("three letters are not corrected: a mistake could make them almost anything", async () => {
  expect((await suggested("hed")).filter((text) => text.startsWith("search"))).toEqual([])
})

test("a category is suggested by any of its words, without accents, and with a typing mistake", async () => {
  await createCategory(here.shop, here.admin, { body: "", name: "Objets d’Électronique" })
  for (const typed of ["electronique", "Électr", "electronique ", "OBJETS D", "d’é"])
    expect(await suggested(typed)).toContain("category Objets d’Électronique")
  expect(await suggested("electrnoics")).toContain("category Electronics")
  await createCategory(here.shop, here.admin, { body: "", name: "電子製品" })
  await publishProduct(here.shop, here.admin, {
    name: "Radio",
    desc: "Test.",
    category: "電子製品",
    price: 1_000,
    stock: 1,
  })
  expect(await suggested("製品")).toContain("category 電子製品")
})

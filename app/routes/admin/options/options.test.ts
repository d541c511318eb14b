import { expect, test } from "vitest"
import { browseProducts, listProducts } from "~/domain/search/listing.server"
import { parseProductFilter } from "~/domain/search/product-filter"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"

const here = openBackOfficeTest()

const screen = async () => pageText(await (await here.adminBrowser.get("/admin/options")).text())
const filterOf = (query: string) => parseProductFilter(here.shop.categories.current, new URLSearchParams(query))
const found = async (query: string) =>
  (await listProducts(here.shop, filterOf(query))).products.map(({ name }) => name).sort()

test("an administrator merges two options: filters show one, products keep their names, and it can be undone", async () => {
  expect(await screen()).toContain("No product has options yet")
  const admin = await anAdmin(here.shop)
  for (const [name, option] of [
    ["Coat", "Colour"],
    ["Hat", "Color"],
    ["Scarf", "Color"],
  ] as const) {
    await addProductWithOptions(here.shop, admin, { name, options: { [option]: ["Black"] }, variants: { Black: {} } })
  }
  expect(await screen()).toMatch(/Color 2 Color .*Colour 1 Colour/)
  const options = async () => {
    const list = await browseProducts(here.shop, filterOf("option=colour%3Dblack"))
    return list.options.map(({ name, values }) => [name, ...values.map((value) => `${value.name} ${value.count}`)])
  }
  expect(await found("option=colour%3Dblack")).toEqual(["Coat"])

  const merged = await here.adminBrowser.post("/admin/options", { option: "color", into: "colour" })
  expect([merged.status, merged.headers.get("Location")]).toEqual([303, "/admin/options"])
  expect(await screen()).toMatch(/Color is merged.*Undo.*Color 2 Colour Separate.*Colour 1 Colour/)
  expect(await options()).toEqual([["Colour", "Black 3"]])
  expect(await found("option=colour%3Dblack")).toEqual(["Coat", "Hat", "Scarf"])
  expect(await found("option=color%3Dblack")).toEqual(["Coat", "Hat", "Scarf"])
  expect(pageText(await (await here.adminBrowser.get("/admin/audit")).text())).toContain("Merged an option")

  for (const [option, into, words] of [
    ["colour", "color", "Color is already merged"],
    ["size", "colour", "No product has this option"],
  ] as const) {
    await here.adminBrowser.post("/admin/options", { option, into })
    expect(await screen()).toContain(words)
  }
  await here.adminBrowser.post("/admin/options", { option: "color", into: "" })
  expect(await found("option=colour%3Dblack")).toEqual(["Coat"])
})

test("the back office finds a product by a SKU, its beginning, and the values of its options", async () => {
  const { id } = await addProductWithOptions(here.shop, await anAdmin(here.shop), {
    variants: { "M, Indigo": { sku: "CJ-M-IND" }, "S, Ecru": {} },
  })
  for (const [typed, isFound] of [
    ["cj-m-ind", true],
    ["CJ-M", true],
    ["J-M-IND", false],
    ["chore jacket m", true],
    ["chore jacket xl", false],
  ] as const) {
    const html = await (await here.adminBrowser.get(`/admin/products?search=${encodeURIComponent(typed)}`)).text()
    expect([typed, html.includes(id)]).toEqual([typed, isFound])
  }
})

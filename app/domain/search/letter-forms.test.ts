import { sql } from "kysely"
import { beforeAll, describe, expect, test } from "vitest"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { listProductTable } from "~/domain/product-table/product-table.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { browseProducts } from "./listing.server"
import { parseOptions } from "./option-filter"
import { parseProductFilter } from "./product-filter"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

const find = (keyword: string) => here.names(String(new URLSearchParams({ keyword })))
const inTable = async (search: string) => {
  const { products } = await listProductTable(here.shop, here.admin, ProductTableFilter.parse({ search }))
  return products.map(({ name }) => name)
}

describe.each([
  ["Kaffeebecher Müller", ["mueller", "muller", "MÜLLER", "kaffeebecher mueller"]],
  ["Mineralwasser 1,5 l", ["mineralwasser 1,5l", "mineralwasser 1.5L", "mineralwasser 1,5 l"]],
  ["Apfelschorle 0.33L", ["apfelschorle 0,33l", "apfelschorle 0,33 l", "apfelschorle 0.33 L"]],
  ["7 Up Zitrone", ["7up", "7 up", "7UP zitrone"]],
  ["Sprudel 7UP Dose", ["7up dose", "7 up dose", "7-up dose"]],
  ["Konsole PS 5 Slim", ["ps5", "PS 5 slim", "ps-5"]],
  ["Smørbrød Brett", ["smorbrod", "smoerbroed", "SMØRBRØD"]],
  ["ΜΕΓΕΘΟΣ ΚΥΠΕΛΛΟ", ["μεγεθος", "μέγεθος", "ΜΕΓΕΘΟΣ", "Μέγεθος κύπελλο"]],
  ["Istanbul IŞIK Lambası", ["ışık", "IŞIK", "isik", "İSTANBUL"]],
])("%s is found in shop and product table", (name, keywords) => {
  beforeAll(() =>
    publishProduct(here.shop, here.admin, { name, price: 1_000, stock: 5, desc: "-", category: "Kitchen" }),
  )

  test.each(keywords)("by %s", async (keyword) => {
    expect(await find(keyword)).toContain(name)
    expect(await inTable(keyword)).toContain(name)
  })
})

describe("an SKU", () => {
  test.each([
    ["DİZ-100", ["diz-100", "DIZ-100", "dız-100", "diz"]],
    ["STRAẞE-7", ["straße-7", "STRASSE-7", "strasse"]],
    ["ΤΑΣ-9", ["τας-9", "τασ-9", "ΤΑΣ"]],
  ])("%s is found, and taken, in each of its forms", async (sku, forms) => {
    const add = (name: string) =>
      publishProduct(here.shop, here.admin, { name, price: 1_000, stock: 5, desc: "-", category: "Kitchen" })
    const [id, other] = [await add(`Piece ${sku.length}`), await add(`Second ${sku.length}`)]
    await saveVariants(here.shop, here.admin, id, [{ values: [], sku }])
    for (const form of [sku, ...forms]) {
      expect(await find(form)).toEqual([`Piece ${sku.length}`])
      expect(await inTable(form)).toContain(`Piece ${sku.length}`)
    }
    const again = saveVariants(here.shop, here.admin, other, [{ values: [], sku: forms[0] ?? "" }])
    await expect(again).rejects.toMatchObject({ message: `${forms[0]} is the SKU of Piece ${sku.length}` })
  })
})

describe("options and values in several forms", () => {
  beforeAll(async () => {
    for (const [name, option, value] of [
      ["Form one", "ΜΕΓΕΘΟΣ", "ΜΕΣΑΙΟΣ"],
      ["Form two", "Μέγεθος", "μεσαίος"],
      ["Form three", "Straßengröße", "Weiß"],
      ["Form four", "STRASSENGRÖSSE", "WEISS"],
      ["Form five", "Işık", "KIRMIZI"],
      ["Form six", "IŞIK", "kırmızı"],
    ] as const)
      await addProductWithOptions(here.shop, here.admin, {
        name,
        options: { [option]: [value] },
        variants: { [value]: { stock: 5 } },
      })
  })

  test.each([
    ["ΜΕΓΕΘΟΣ=μεσαίος", ["Form two", "Form one"]],
    ["straßengröße=WEIẞ", ["Form four", "Form three"]],
    ["ışık=kırmızı", ["Form six", "Form five"]],
  ])("are one filter, which an address can name in any of them: %s", async (tag, names) => {
    const query = new URLSearchParams({ option: tag })
    const filter = parseProductFilter(here.shop.categories.current, query)
    const { products, options } = await browseProducts(here.shop, filter)
    expect(products.map(({ name }) => name)).toEqual(names)
    const key = parseOptions(tag)[0]?.[0]
    const values = options.flatMap((option) => option.values).filter((value) => value.tag === key)
    expect(values).toMatchObject([{ count: 2, isChosen: true }])
  })

  test("have the tags that the shop computes", async () => {
    const { rows } = await sql<{ tag: string }>`select distinct unnest(option_tags) as tag from products`.execute(
      here.shop.db,
    )
    for (const { tag } of rows) expect(parseOptions(tag)).toEqual([[tag]])
  })
})

import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { ImportRowFilter } from "../import/import-filter"
import { countImportRows, exportImportRows, listImportRows } from "../import/import-rows.server"
import { findImport, startImport } from "../import/imports.server"
import { previewImport } from "../import/preview-import.server"
import type { ImportTopic } from "../import/product-import"
import { runImport } from "../import/run-import.server"
import { startUndo } from "../import/undo-import.server"
import { ignoredColumns } from "../moving-in/sheet"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  await shelve(here.shop, admin, { category: "Kitchen", name: "A shelf" })
})
afterAll(() => here.close())

const judge = (lines: readonly string[]) =>
  previewImport(here.shop, admin, new File([lines.join("\n")], "products.csv"), { makesCategories: true })
const find = (id: string) => findImport(here.shop, admin, id)
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
}
const filterOf = (conditions: Partial<ImportRowFilter>) => ImportRowFilter.parse(conditions)
const linesOf = async (id: string, conditions: Partial<ImportRowFilter>) => {
  const filter = filterOf(conditions)
  const rows = await listImportRows(here.shop, admin, id, filter)
  expect(await countImportRows(here.shop, admin, id, filter)).toBe(rows.length)
  return rows.map(({ line }) => line)
}
const csvOf = async (id: string, conditions: Partial<ImportRowFilter>) =>
  (await text(exportImportRows(here.shop, admin, id, filterOf(conditions)))).trim().split("\n")
async function topicsOf(id: string) {
  const { summary } = await find(id)
  const entries = summary?.topics.map(({ topic, ...counts }) => [topic, counts]) ?? []
  return Object.fromEntries(entries) as Partial<Record<ImportTopic, object>>
}

const heading =
  "ID,Type,SKU,Name,Published,Tax class,Stock,Sale price,Date sale price ends,Regular price,Categories,Images,Slug,Parent,Attribute 1 name,Attribute 1 value(s),Meta: colour"
const picture = (name: string) => `https://moved.example/wp-content/uploads/${name}.jpg`
const moved = [
  heading,
  `1,simple,P1,Pan,1,books,0,,,20.005,Kitchen,"${picture("a")}, ${picture("b")}",pan,,,,blue`,
  `2,simple,P1,Pot,1,books,3,5.00,2020-01-01,30.00,Kitchen,,pot,,,,`,
  `3,variable,,Cap,1,,,,,,Clothing,,cap,,Size,"S, M",red`,
  `4,variation,C-S,Cap - S,1,,0,,,9.00,,,,id:3,Size,S,`,
  `5,variation,C-M,Cap - M,1,,4,,,9.00,,,,id:3,Size,M,`,
  `6,simple,X,Broken,1,,4,,,free,Kitchen,,broken,,,,`,
]

test("a preview counts what will differ from the file, and lists the rows behind each number", async () => {
  const id = await judge(moved)
  const { summary, counts, mapping } = await find(id)
  expect(summary?.products).toEqual({ create: 3, error: 1 })
  expect(counts).toMatchObject({ create: 4, error: 1 })
  expect(await topicsOf(id)).toEqual({
    prices: {
      rows: 2,
      amount: 2,
      details: [
        { detail: "Prices have two decimals", rows: 1 },
        { detail: "This sale has ended", rows: 1 },
      ],
    },
    "no-stock": { rows: 2, amount: 2, details: [] },
    taxes: { rows: 2, amount: 2, details: [{ detail: "“books” becomes “standard”", rows: 2 }] },
    skus: { rows: 1, amount: 1, details: [{ detail: "Another version has this SKU", rows: 1 }] },
    "pictures-left": {
      rows: 1,
      amount: 2,
      details: [{ detail: "You chose no ZIP file, and not to fetch pictures from their addresses", rows: 1 }],
    },
    addresses: { rows: 3, amount: expect.any(Number), details: [] },
  })
  expect(ignoredColumns(mapping)).toEqual([{ heading: "Meta: colour", samples: ["blue", "red"] }])
  expect(await linesOf(id, { about: "prices" })).toEqual([2, 3])
  expect(await linesOf(id, { about: "prices", why: "This sale has ended" })).toEqual([3])
  expect(await linesOf(id, { about: "no-stock" })).toEqual([2, 5])
  expect(await linesOf(id, { about: "products", outcome: "create" })).toEqual([2, 3, 5])
  expect(await linesOf(id, { about: "products", outcome: "error" })).toEqual([7])
  expect(await linesOf(id, { outcome: "create", search: "cap" })).toEqual([5, 6])
  expect(await linesOf(id, { search: "7" })).toEqual([7])
  const [row] = await listImportRows(here.shop, admin, id, filterOf({ about: "taxes" }))
  expect(row?.values).toEqual([{ heading: "Tax class", cell: "books", becomes: "standard", reason: "" }])
})

test("the rows of a number are a CSV file with a line for each value", async () => {
  const id = await judge(moved)
  expect(await csvOf(id, { about: "prices" })).toEqual([
    expect.stringContaining('"line","product","outcome","message","column","cell","becomes","reason"'),
    '"2","Pan","New","","Regular price","20.005","20.01","Prices have two decimals"',
    '"3","Pot","New","","Sale price","5.00","","This sale ended on 2020-01-01"',
  ])
  expect((await csvOf(id, { about: "pictures-left" })).slice(1).map((line) => line.split(",")[5])).toEqual([
    `"${picture("a")}"`,
    `"${picture("b")}"`,
  ])
  expect(await csvOf(id, { about: "columns" })).toEqual([
    expect.stringContaining('"column","values"'),
    '"Meta: colour","blue; red"',
  ])
  expect(await csvOf(id, {})).toHaveLength(1 + 6)
})

test("the error of a row quotes its cell", async () => {
  const [broken] = await listImportRows(here.shop, admin, await judge(moved), filterOf({ outcome: "error" }))
  expect(broken?.message).toContain("“free”")
  const own = await judge(["name,price,stock,category,desc", "Cup,3,many,Kitchen,For tea", "Mug,3,4,Kitchn,For tea"])
  const rows = await listImportRows(here.shop, admin, own, filterOf({ outcome: "error" }))
  expect(rows.map(({ message }) => message)).toEqual([
    expect.stringContaining("“many”"),
    expect.stringContaining("“Kitchn”"),
  ])
})

test("after the import, the numbers say what happened, and those of the next file what differs then", async () => {
  const id = await judge(moved)
  await run(id)
  const { summary, counts } = await find(id)
  expect(summary?.products).toEqual({ created: 3, error: 1 })
  expect(counts).toMatchObject({ created: 4, error: 1 })
  const { rows } = await here.shop.db
    .selectFrom("former_product_addresses")
    .select((row) => row.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow()
  expect(await topicsOf(id)).toMatchObject({ prices: { rows: 2 }, addresses: { rows: 3, amount: rows } })
  expect(await linesOf(id, { about: "products", outcome: "created" })).toEqual([2, 3, 5])

  const { id: pot } = await here.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", "Pot")
    .executeTakeFirstOrThrow()
  await updateProduct(here.shop, admin, pot, { price: 2_500 })
  const again = await judge(moved.map((line) => line.replace("Cap - M,1,,4", "Cap - M,1,,7")))
  expect((await find(again)).summary?.products).toEqual({ same: 2, update: 1, error: 1 })
  expect((await find(again)).counts).toMatchObject({ same: 3, update: 1, error: 1 })
  expect(await linesOf(again, { about: "products", outcome: "update" })).toEqual([5])
  expect(await linesOf(again, { about: "products", outcome: "same" })).toEqual([2, 3])
  const [kept] = await listImportRows(here.shop, admin, again, filterOf({ about: "prices" }))
  expect(kept?.values).toMatchObject([{ cell: "30.00", becomes: "25.00" }])
})

test("an import that an older version read stays without numbers", async () => {
  const id = await judge(["name,price,stock,category,desc", "Jug,3,4,Kitchen,For water"])
  const { db } = here.shop
  await db.updateTable("product_imports").set({ summary: null }).where("id", "=", id).execute()
  await db.updateTable("product_import_rows").set({ adds_product: false }).where("import_id", "=", id).execute()
  await run(id)
  expect(await find(id)).toMatchObject({ status: "done", summary: null })
  await startUndo(here.shop, admin, id)
  await runImport(here.shop, id)
  expect(await find(id)).toMatchObject({ status: "undone", summary: null })
})

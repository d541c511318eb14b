import { text } from "node:stream/consumers"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { seedProducts } from "~/commands/seed.server"
import type { Staff } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findEditedProduct, findProduct } from "~/domain/catalog/find-product.server"
import type { ProductFields } from "~/domain/catalog/product"
import { moveStock } from "~/testing/shop/buyers.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { exportProducts } from "../csv/export-products.server"
import { ProductTableFilter } from "../product-table-filter"
import { listImportRows } from "./import-rows.server"
import { findImport, startImport } from "./imports.server"
import { previewImport } from "./preview-import.server"
import { resumeImports, runImport } from "./run-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(() => here.close())

const fileOf = (text: string, name = "products.csv") => new File([text], name, { type: "text/csv" })
const judge = (text: string) => previewImport(here.shop, admin, fileOf(text))
const countsOf = async (id: string) => {
  const { counts } = await findImport(here.shop, admin, id)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
const rowsOf = (id: string) => listImportRows(here.shop, admin, id, { page: 1, outcome: "" })
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
}
const exported = (filter = {}) => text(exportProducts(here.shop, admin, ProductTableFilter.parse(filter)))
const product = (fields: Partial<ProductFields> = {}) => shelve(here.shop, admin, fields)
const sell = (id: string, units: number) => moveStock(here.shop, id, -units, "sale")

test("the export can be imported again unchanged after sales", async () => {
  const { shop } = here
  const ids = [
    await product({ name: "=cmd", desc: 'Two\r\nlines, "quoted"', stock: 100 }),
    await product({ name: "Plain", stock: 0 }),
  ]
  const csv = await exported()
  await sell(ids[0] ?? "", 20)
  const id = await judge(csv)
  expect(Object.keys(await countsOf(id))).toEqual(["same"])
  expect((await findProduct(shop, ids[0] ?? "")).stock).toBe(80)
})

test("the export has the filtered rows, in their order", async () => {
  await product({ name: "Exported B", category: "Gaming", price: 200 })
  await product({ name: "Exported A", category: "Gaming", price: 100 })
  const csv = await exported({ category: "Gaming", sort: "price" })
  expect(csv.split("\n").map((line) => line.split(",")[1])).toEqual([
    '"name"',
    '"Exported A"',
    '"Exported B"',
    undefined,
  ])
})

test("the dry run shows the changes and writes nothing", async () => {
  const { shop } = here
  const mug = await product({ name: "Dry mug", price: 900, stock: 5 })
  const id = await judge(`_id,name,price,stock,category,desc\n${mug},,12.5,7,,\n,New cup,3,1,Kitchen,For espresso\n`)
  expect(await rowsOf(id)).toMatchObject([
    {
      line: 2,
      outcome: "update",
      name: "Dry mug",
      before: { price: 900, stock: 5 },
      fields: { price: 1_250, stock: 7 },
    },
    { line: 3, outcome: "create", name: "New cup", fields: { price: 300, stock: 1, desc: "For espresso" } },
  ])
  expect(await findProduct(shop, mug)).toMatchObject({ price: 900, stock: 5 })
})

test("a sale is exported, imported and ended by its optional column", async () => {
  const { shop } = here
  const [onSale, plain, raised] = [
    await product({ name: "On sale", price: 800, compareAtPrice: 1_000 }),
    await product({ name: "Plain", price: 800 }),
    await product({ name: "Raised", price: 800, compareAtPrice: 1_000 }),
  ]
  const csv = await exported()
  expect(csv).toContain('"On sale","Kitchen","8.00","10.00"')
  expect(Object.keys(await countsOf(await judge(csv)))).toEqual(["same"])
  const id = await judge(
    [
      "_id,name,price,compareAtPrice,category,stock,desc",
      `${onSale},,,0,,,`,
      `${plain},,7,9.50,,,`,
      `${raised},,12,,,,`,
      ",New,5,6,Kitchen,1,x",
      `${await product({ price: 800 })},,,8,,,`,
      ",Dear,5,4,Kitchen,1,x",
    ].join("\n"),
  )
  const rows = (await rowsOf(id)).sort((one, other) => one.line - other.line)
  expect(rows.map(({ outcome, fields, message }) => [outcome, fields.compareAtPrice, message])).toEqual([
    ["update", null, ""],
    ["update", 950, ""],
    ["update", null, ""],
    ["create", 600, ""],
    ["error", undefined, "The compare-at price must be more than the price (“8”)"],
    ["error", undefined, "The compare-at price must be more than the price (“4”)"],
  ])
  await run(id)
  const pricesOf = async (id: string) => {
    const { price, compareAtPrice } = await findProduct(shop, id)
    return [price, compareAtPrice]
  }
  expect(await Promise.all([onSale, plain, raised].map(pricesOf))).toEqual([
    [800, null],
    [700, 950],
    [1_200, null],
  ])
})

test("drafts and days are exported and imported by their optional columns", async () => {
  const { shop } = here
  const [draft, ends] = [
    await product({ name: "Drafted", status: "draft", publishedFrom: "2998-01-01" }),
    await product({ name: "Ends", publishedUntil: "2998-12-31" }),
  ]
  const csv = await exported()
  expect(csv).toContain('"draft","2998-01-01",""')
  expect(Object.keys(await countsOf(await judge(csv)))).toEqual(["same"])
  const id = await judge(
    [
      "_id,name,price,category,stock,desc,status,publishedFrom,publishedUntil",
      `${draft},,7,,,,,,`,
      `${draft.toUpperCase()},,,,,,published,none,2998-02-02`,
      `${ends},,,,,,,2999-01-01,`,
      ",New,5,Kitchen,1,x,draft,2998-01-01,2998-01-01",
      ",Odd,5,Kitchen,1,x,hidden,soon,",
    ].join("\n"),
  )
  const rows = (await rowsOf(id)).sort((one, other) => one.line - other.line)
  expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["update", ""],
    ["error", "This ID is already used in an earlier row"],
    ["error", "The last day must not be before the first"],
    ["create", ""],
    [
      "error",
      "Please choose Published or Draft (“hidden”). Please enter a day from 2000 to 2999, such as 2026-12-24: the 1st character, “s”, cannot be used (“soon”)",
    ],
  ])
  await run(id)
  const edited = await findEditedProduct(shop, draft)
  expect(edited).toMatchObject({ status: "draft", publishedFrom: "2998-01-01", price: 700 })
  await run(await judge(`_id,status,publishedFrom,publishedUntil\n${draft},published,none,2998-02-02\n`))
  expect(await findEditedProduct(shop, draft)).toMatchObject({
    state: "published",
    publishedFrom: null,
    publishedUntil: "2998-02-02",
  })
})

test('facts are exported and imported by their columns; "none" removes one', async () => {
  const mug = await product({ name: "Facts of a file", brand: "Oat", ownFacts: "Height: 12 cm\nHolds: 1 l" })
  const csv = await exported()
  expect(csv).toContain('"Height: 12 cm\nHolds: 1 l"')
  expect(Object.keys(await countsOf(await judge(csv)))).toEqual(["same"])
  const id = await judge(`_id,brand,material,ownFacts\n${mug},none,Stoneware,"Height: 13 cm\nHolds"\n`)
  expect((await rowsOf(id))[0]?.message).toBe(
    "Please write “Holds” as a name, a colon and a value (“Height: 13 cm Holds”)",
  )
  await run(await judge(`_id,brand,material,ownFacts\n${mug},none,Stoneware,\n`))
  expect((await findProduct(here.shop, mug)).facts).toEqual({
    material: "Stoneware",
    own: [
      { name: "Height", value: "12 cm" },
      { name: "Holds", value: "1 l" },
    ],
  })
})

test("the tax class is exported and imported by its column, if it exists", async () => {
  const mug = await product({ name: "A book about mugs", taxClass: "reduced" })
  const csv = await exported()
  expect(csv).toContain('"reduced"')
  expect(Object.keys(await countsOf(await judge(csv)))).toEqual(["same"])
  const wrong = await rowsOf(await judge(`_id,taxClass\n${mug},books\n`))
  expect(wrong[0]?.message).toBe("There is no tax class “books”, only standard, reduced, zero")
  await run(await judge(`_id,taxClass\n${mug},zero\n`))
  expect(await findEditedProduct(here.shop, mug)).toMatchObject({ taxClass: "zero" })
})

test("every invalid row says why, and the others are imported", async () => {
  const { shop } = here
  const [mug, gone] = [await product({ name: "Good mug" }), await product({ name: "Gone mug" })]
  await softDeleteProduct(shop, admin, gone)
  const id = await judge(
    [
      "_id,name,price,stock,category,desc",
      `${mug},Better mug,,,,`,
      `${mug},Twice,,,,`,
      `${gone},Back,,,,`,
      "not-an-id,Odd,,,,",
      ",Cup,free,1,Kitchen,x",
      ",Cup,1,-1,Kitchen,x",
      ",Cup,1,1,Cars,x",
      ",,1,1,Kitchen,x",
    ].join("\n"),
  )
  const messages = new Map((await rowsOf(id)).map((row) => [row.line, row.message]))
  expect(messages.get(3)).toBe("This ID is already used in an earlier row")
  expect(messages.get(4)).toBe(`There is no product with this ID (“${gone}”)`)
  expect(messages.get(5)).toBe("There is no product with this ID (“not-an-id”)")
  expect(messages.get(6)).toContain("Price must be an amount")
  expect(messages.get(7)).toContain("Stock must be a whole number")
  expect(messages.get(8)).toContain("Please choose a category")
  expect(messages.get(9)).toContain("Please enter the product name")
  await run(id)
  expect(await countsOf(id)).toEqual({ updated: 1, error: 7 })
  expect((await findProduct(shop, mug)).name).toBe("Better mug")
})

test("an import writes products, ledger and audit log, once, however often it is started", async () => {
  const { shop } = here
  const mug = await product({ name: "Counted mug", stock: 10 })
  const id = await judge(`_id,name,price,stock,category,desc\n${mug},,,4,,\n,Imported cup,3,6,Kitchen,For tea`)
  await Promise.all([startImport(shop, admin, id), startImport(shop, admin, id)])
  await Promise.all([runImport(shop, id), runImport(shop, id)])
  await runImport(shop, id)
  expect(await findImport(shop, admin, id)).toMatchObject({
    status: "done",
    finishedAt: expect.any(Date),
    counts: { created: 1, updated: 1 },
  })
  expect((await findProduct(shop, mug)).stock).toBe(4)
  const cups = await shop.db.selectFrom("products").select(["id", "stock"]).where("name", "=", "Imported cup").execute()
  expect(cups).toMatchObject([{ stock: 6 }])
  const ledger = await shop.db
    .selectFrom("stock_ledger")
    .selectAll()
    .where("variant_id", "=", mug)
    .orderBy("id")
    .execute()
  expect(ledger.at(-1)).toMatchObject({ change: -6, actor_id: admin.id, note: "Import of products.csv" })
  const audit = await shop.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", cups[0]?.id ?? "")
    .execute()
  expect(audit).toEqual([{ action: "product.published" }])
})

test("units sold between the dry run and the import stay sold; only rows that became invalid fail", async () => {
  const { shop } = here
  const [tea, milk, gone] = [
    await product({ name: "Tea", stock: 10 }),
    await product({ name: "Milk", stock: 10 }),
    await product({ name: "Gone later" }),
  ]
  const id = await judge(`_id,stock,name\n${tea},15,\n${milk},2,\n${gone},,New name`)
  await sell(tea, 4)
  await sell(milk, 9)
  await softDeleteProduct(shop, admin, gone)
  await run(id)
  expect((await findProduct(shop, tea)).stock).toBe(11)
  expect((await findProduct(shop, milk)).stock).toBe(1)
  const failed = (await rowsOf(id)).filter((row) => row.outcome === "failed")
  expect(failed.map((row) => [row.name, row.message])).toEqual([
    ["Milk", "Only 1 of Milk is left"],
    ["Gone later", "Product not found"],
  ])
})

test("an interrupted import continues where it stopped", async () => {
  const { shop } = here
  const mug = await product({ name: "Half", stock: 10 })
  const id = await judge(`_id,name,price,stock,category,desc\n${mug},,,11,,\n,Second half,3,6,Kitchen,For tea`)
  await startImport(shop, admin, id)
  let transactions = 0
  const dying = {
    ...shop,
    transaction: (work: Parameters<typeof shop.transaction>[0]) => {
      if (++transactions > 1) throw new Error("the process was killed")
      return shop.transaction(work)
    },
  } as typeof shop
  await expect(runImport(dying, id)).rejects.toThrow("killed")
  expect(await countsOf(id)).toEqual({ updated: 1, create: 1 })
  await runImport(shop, id)
  expect(await countsOf(id)).toEqual({ updated: 1, created: 1 })
  expect((await findProduct(shop, mug)).stock).toBe(11)
})

test("a stopped import is continued, and concurrent runs write no row twice", async () => {
  const { shop } = here
  const rows = Array.from({ length: 30 }, (_, index) => `Continued ${index},3,6,Kitchen,For tea`)
  const id = await judge(["name,price,stock,category,desc", ...rows].join("\n"))
  await startImport(shop, admin, id)
  await expect(runImport(shop, id, AbortSignal.abort())).rejects.toThrow()
  expect(await countsOf(id)).toEqual({ create: 30 })
  await Promise.all([resumeImports(shop), resumeImports(shop), runImport(shop, id)])
  expect(await countsOf(id)).toEqual({ created: 30 })
  expect((await findImport(shop, admin, id)).status).toBe("done")
  const made = shop.db.selectFrom("products").select("id").where("name", "like", "Continued %")
  expect(await made.execute()).toHaveLength(30)
})

test("someone who is no longer an administrator imports nothing", async () => {
  const { shop } = here
  const second = await signUpAdmin(shop, "second@shop.test", "Second Keeper")
  const id = await previewImport(shop, second, fileOf("name,price,stock,category,desc\nLate,3,6,Kitchen,x"))
  await startImport(shop, second, id)
  await shop.db.updateTable("users").set({ role: "user" }).where("id", "=", second.id).execute()
  await runImport(shop, id)
  expect(await countsOf(id)).toEqual({ failed: 1 })
})

test("a file in an unknown encoding, or one without rows, is refused with a message", async () => {
  const odd = new File([new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xa4, 0xa6, 0xb6])], "a.csv")
  await expect(previewImport(here.shop, admin, odd)).rejects.toThrow("The encoding of this file is unknown")
  await expect(judge("name,price\n")).rejects.toThrow("There are no rows below the heading")
})

test("a product that changed since the dry run keeps fields that the file does not contain", async () => {
  const { shop } = here
  const mug = await product({ name: "Shared", price: 100 })
  const id = await judge(`_id,price\n${mug},2`)
  await updateProduct(shop, admin, mug, { name: "Shared, renamed" })
  await run(id)
  expect(await findProduct(shop, mug)).toMatchObject({ name: "Shared, renamed", price: 200 })
})

test("thousands of rows are exported and previewed, each once", async () => {
  await seedProducts(here.shop, 2_500)
  const csv = await exported()
  const { count } = await here.shop.db
    .selectFrom("products")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow()
  expect(await countsOf(await judge(csv))).toEqual({ same: count })
})

describe("a step that keeps failing", () => {
  const breakTrigger = (when: string, table: string) =>
    sql.raw(`
      create or replace function break_down() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger breaks_down before insert or update on ${table} for each row when (${when}) execute function break_down()`)

  test("is skipped with a message at its line, and the others are imported", async () => {
    const { shop } = here
    const id = await judge(
      "name,price,stock,category,desc\nWhole one,3,6,Kitchen,Tea\nBroken,3,6,Kitchen,Tea\nWhole two,3,6,Kitchen,Tea",
    )
    await breakTrigger("new.name = 'Broken'", "products").execute(shop.db)
    try {
      await startImport(shop, admin, id)
      for (let round = 0; round < 4; round++) {
        await resumeImports(shop)
        expect((await findImport(shop, admin, id)).status).toBe("running")
      }
      await resumeImports(shop)
    } finally {
      await sql`drop trigger breaks_down on products`.execute(shop.db)
    }
    expect(await countsOf(id)).toEqual({ created: 2, failed: 1 })
    expect((await findImport(shop, admin, id)).status).toBe("done")
    const [failed] = await listImportRows(shop, admin, id, { page: 1, outcome: "failed" })
    expect(failed).toMatchObject({ line: 3, message: expect.stringContaining("Something went wrong in the shop") })
  })
})

import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { chooseColumns } from "./choose-columns.server"
import { answersOf, ImportStep } from "./import-filter"
import { listImportRows } from "./import-rows.server"
import { findImport, startImport } from "./imports.server"
import { answerImport, mapImport, previewImport } from "./preview-import.server"
import { runImport } from "./run-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(() => here.close())

const judge = (text: string) => previewImport(here.shop, admin, new File([text], "products.csv"))
const find = (id: string) => findImport(here.shop, admin, id)
const rowsOf = (id: string) => listImportRows(here.shop, admin, id, { page: 1, outcome: "" })
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
}

const unknown = "Article;Amount due;Left;Aisle;Colour;Memo\n"

test("the columns of an unknown file are chosen, and remembered for the next file with its headings", async () => {
  const id = await judge(`${unknown}Pan;19,90;3;Kitchen;red;x\nLid;5,00;4;Kitchen;;\n`)
  const found = await find(id)
  expect(found).toMatchObject({ status: "mapping", counts: { create: 0 } })
  expect(found.headings?.[1]).toEqual({ heading: "Amount due", samples: ["19,90", "5,00"] })
  const { uses, similarFormat } = await chooseColumns(here.shop, found.headings ?? [])
  expect(uses.map(({ value }) => value)).toContain("option1")
  expect(similarFormat).toBeNull()
  await expect(mapImport(here.shop, admin, id, ["name"])).rejects.toThrow("Choose the column with the price")
  await expect(mapImport(here.shop, admin, id, ["name", "price", "price"])).rejects.toThrow(
    "Two columns have the same use",
  )
  await mapImport(here.shop, admin, id, ["name", "price", "stock", "category", "option1", ""])
  expect(await find(id)).toMatchObject({ status: "checked", source: "Chosen columns", counts: { create: 2 } })
  expect((await rowsOf(id)).map(({ name, fields }) => [name, fields.price, fields.stock])).toEqual([
    ["Pan, red", 1990, 3],
    ["Lid", 500, 4],
  ])
  await run(id)
  await expect(mapImport(here.shop, admin, id, ["name", "price"])).rejects.toThrow("has already begun")
  const next = await judge(`${unknown}Wok;29,90;1;Kitchen;;\n`)
  expect(await find(next)).toMatchObject({ status: "checked", counts: { create: 1 } })
  await mapImport(here.shop, admin, next, ["name", "price", "", "category", "", ""])
  expect((await rowsOf(next))[0]).toMatchObject({ fields: { stock: 0 } })
})

test("a number that can be read in two ways is asked for before the file is read", async () => {
  const id = await judge('ID,Type,Name,Categories,Stock,Regular price\n1,simple,Sofa,Household,1,"1,000"\n')
  expect(await find(id)).toMatchObject({ status: "asking", questions: [{ id: "number:regular price" }], rowsRead: 0 })
  await answerImport(here.shop, admin, id, { "number:regular price": "." })
  expect(await find(id)).toMatchObject({
    status: "checked",
    form: { numbers: [{ heading: "Regular price", decimal: "." }] },
  })
  expect((await rowsOf(id))[0]).toMatchObject({ fields: { price: 100_000 } })
  await answerImport(here.shop, admin, id, { "number:regular price": "," })
  expect((await rowsOf(id))[0]).toMatchObject({ fields: { price: 100 } })
})

test("products without a category get the one that is chosen, and unknown tax classes are mapped", async () => {
  const id = await judge("ID,Type,Name,Tax class,Stock,Regular price\n1,simple,Stool,luxury,1,20.00\n")
  expect((await rowsOf(id))[0]).toMatchObject({ outcome: "error", message: "Please choose a category" })
  expect((await find(id)).questions.map(({ id }) => id)).toEqual(["tax:luxury", "category"])
  await answerImport(here.shop, admin, id, { category: "Household", "tax:luxury": "reduced" })
  expect((await rowsOf(id))[0]).toMatchObject({
    outcome: "create",
    fields: { category: "Household", taxClass: "reduced" },
  })
})

test("an SKU that is used twice is left out and listed", async () => {
  const id = await judge(
    "ID,Type,Name,SKU,Categories,Stock,Regular price\n1,simple,One,SAME,Household,1,20.00\n2,simple,Two,same,Household,1,20.00\n",
  )
  expect((await rowsOf(id)).map(({ outcome, fields }) => [outcome, fields.sku])).toEqual([
    ["create", "SAME"],
    ["create", undefined],
  ])
  expect((await rowsOf(id))[1]?.changes).toMatchObject([{ heading: "SKU", cell: "same", becomes: "" }])
})

test("a listing with several versions in one row is imported with all of them", async () => {
  const id = await judge(
    `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,VARIATION 1 NAME,VARIATION 1 VALUES\nRing,Silver,30.00,USD,9,Size,"6,7,8"\n`,
  )
  await answerImport(here.shop, admin, id, { category: "Household", "shared-stock": "2" })
  await run(id)
  expect((await find(id)).counts).toMatchObject({ created: 3 })
  const made = await here.shop.db.selectFrom("products").select(["stock", "name"]).where("name", "=", "Ring").execute()
  expect(made).toEqual([{ stock: 6, name: "Ring" }])
})

test("the page sends a choice, or the number that takes its place", () => {
  const sent = ImportStep.parse({
    ...{ step: "answers", question: ["stock", "shared-stock", "backorders"] },
    ...{ answer: ["uncounted", "number", "counted"], number: ["", "12"] },
  })
  expect(answersOf(sent)).toEqual({ stock: "uncounted", "shared-stock": "12", backorders: "counted" })
  expect(answersOf(ImportStep.parse({ question: ["stock"], answer: ["number"] }))).toEqual({ stock: "0" })
})

test("texts of a known system that are cut at an emoji are stored without half of it", async () => {
  const long = (length: number) => `${"a".repeat(length - 1)}🧢${"b".repeat(60)}`
  const id = await judge(
    `ID,Type,Name,SKU,Tax class,Categories,Stock,Regular price,${long(100)}\n` +
      `1,simple,Cap,${long(200)},${long(60)},Household,1,20.00,x\n`,
  )
  const { questions, mapping } = await find(id)
  expect(questions.map(({ id }) => id)).toEqual([`tax:${"a".repeat(59)}`])
  expect(mapping?.at(-1)?.heading).toBe("a".repeat(99))
  expect((await rowsOf(id))[0]?.changes[0]).toMatchObject({ heading: "SKU", cell: "a".repeat(199) })
})

test("halves of emojis in a file are read as characters that cannot be shown", async () => {
  const bytes = Buffer.from(`\ufeff${unknown}Pan;19,90;3;Kitchen;red;a\ud83db\n`, "utf16le")
  const id = await previewImport(here.shop, admin, new File([bytes], "products.csv"))
  const { headings } = await find(id)
  expect(headings?.[5]?.samples).toEqual(["a\ufffdb"])
})

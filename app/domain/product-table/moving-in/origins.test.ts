import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { listImportRows } from "../import/import-rows.server"
import { findImport, startImport } from "../import/imports.server"
import { answerImport, previewImport } from "../import/preview-import.server"
import { runImport } from "../import/run-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(() => here.close())

const judge = (text: string) => previewImport(here.shop, admin, new File([text], "products.csv"))
const rowsOf = async (id: string) =>
  (await listImportRows(here.shop, admin, id, { page: 1, outcome: "" })).sort((one, other) => one.line - other.line)
const outcomesOf = async (id: string) => (await rowsOf(id)).map(({ outcome, message }) => message || outcome)
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
  return findImport(here.shop, admin, id)
}
const idsOf = async (name: string) =>
  (await here.shop.db.selectFrom("products").select("id").where("name", "=", name).orderBy("id").execute()).map(
    ({ id }) => id,
  )

const wooHeading = "ID,Type,SKU,Name,Published,Stock,Regular price,Categories,Images"
const woo = (...lines: string[]) => [wooHeading, ...lines].join("\n")
const picture = (host: string) => `https://${host}/wp-content/uploads/a.jpg`

test("the same file changes nothing, after sales and edits too; a corrected row changes only what was corrected", async () => {
  const file = (name: string, stock: number) =>
    woo(`44,simple,HB,${name},1,${stock},20.00,Kitchen,${picture("one.example")}`)
  await run(await judge(file("Bowl", 5)))
  const [id = ""] = await idsOf("Bowl")
  await updateProduct(here.shop, admin, id, { price: 2_500 })
  await moveStock(here.shop, id, -2, "sale")
  expect(await outcomesOf(await judge(file("Bowl", 5)))).toEqual(["This product was imported before"])
  const corrected = await judge(file("Bowl of oak", 9))
  expect(await rowsOf(corrected)).toMatchObject([
    { outcome: "update", before: { name: "Bowl", stock: 3 }, fields: { name: "Bowl of oak", stock: 7, stockSeen: 3 } },
  ])
  await run(corrected)
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ name: "Bowl of oak", price: 2_500, stock: 7 })
  expect(await outcomesOf(await judge(file("Bowl of oak", 9)))).toEqual(["This product was imported before"])
  await expectInvariants(here.shop)
})

test("two products of one name are two, and another shop's product with the same id or name is a third", async () => {
  const hoodies = (host: string) =>
    woo(
      `1,simple,${host}-A,Hoodie,1,1,20.00,Clothing,${picture(host)}`,
      `2,simple,${host}-B,Hoodie,1,2,30.00,Clothing,${picture(host)}`,
    )
  await run(await judge(hoodies("first.example")))
  expect(await idsOf("Hoodie")).toHaveLength(2)
  await run(await judge(hoodies("second.example")))
  expect(await idsOf("Hoodie")).toHaveLength(4)
  expect(await outcomesOf(await judge(hoodies("second.example")))).toEqual(
    Array(2).fill("This product was imported before"),
  )
})

test("without pictures, the cells tell the products of two shops apart", async () => {
  const heading = "ID,Type,SKU,Name,Published,Stock,Regular price,Categories,Description"
  const first = `${heading}\n7,simple,R1,Rug,1,4,80.00,Household,Wool\n`
  await run(await judge(first))
  expect(await outcomesOf(await judge(`${heading}\n7,simple,X9,Lamp,1,1,15.00,Household,Brass\n`))).toEqual(["create"])
  expect(await outcomesOf(await judge(first.replace("80.00", "70.00")))).toEqual(["update"])
})

test("products that have only a name are asked about when the file comes again", async () => {
  const file = (price: string) =>
    `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY\nPlanter,Clay,${price},USD,3\nPlanter,Clay,12.00,USD,1\n`
  const id = await judge(file("9.00"))
  await answerImport(here.shop, admin, id, { category: "Household" })
  await run(id)
  expect(await idsOf("Planter")).toHaveLength(2)
  const again = await judge(file("10.00"))
  expect(await outcomesOf(again)).toEqual(Array(2).fill("Please answer the question about products with the same name"))
  await answerImport(here.shop, admin, again, { names: "same", category: "Household" })
  expect(await outcomesOf(again)).toEqual(["update", "This product was imported before"])
  await answerImport(here.shop, admin, again, { names: "other" })
  expect(await outcomesOf(again)).toEqual(["create", "create"])
})

test("an inventory file adds stock to the products that were imported before", async () => {
  await run(
    await judge(
      "Handle,Title,Type,Option1 Name,Option1 Value,Variant Price\nscarf,Scarf,Clothing,Color,Red,20.00\nscarf,,,,Blue,20.00\n",
    ),
  )
  const heading = "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available (not editable)"
  const stock = `${heading}\nscarf,Scarf,Color,Red,,,,Berlin,4\nscarf,Scarf,Color,Red,,,,Paris,3\nscarf,Scarf,Color,Blue,,,,Berlin,1\ngone,Gone,Color,Blue,,,,Berlin,1\n`
  const id = await judge(stock)
  expect((await rowsOf(id)).map(({ outcome, fields }) => [outcome, fields.stock])).toEqual([
    ["update", 7],
    ["update", 1],
    ["error", undefined],
  ])
  await run(id)
  const [scarf = ""] = await idsOf("Scarf")
  expect(await findEditedProduct(here.shop, scarf)).toMatchObject({ stock: 8 })
  expect((await outcomesOf(await judge(stock))).slice(0, 2)).toEqual(Array(2).fill("This product was imported before"))
})

test("an inventory file has the facts for customs declarations, and names the versions that differ", async () => {
  await run(
    await judge(
      "Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Variant SKU,Variant Grams,Variant Compare At Price,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy\n" +
        "shawl,Shawl,Clothing,Color,Red,20.00,SH-R,150,25.00,shopify,2,deny\n" +
        "shawl,,,,Blue,20.00,SH-B,150,,shopify,2,continue\nshawl,,,,Green,20.00,SH-G,150,,,,deny\n",
    ),
  )
  const heading = "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available"
  const file = `${heading}\nshawl,Old name,Color,Red,,'6214.20,PT,Berlin,4\nshawl,,,Blue,,621430,Nepal,Berlin,1\nshawl,,,Green,,,,Berlin,not stocked\n`
  const id = await judge(file)
  expect((await findImport(here.shop, admin, id)).mapping).toContainEqual({
    heading: "HS Code",
    becomes: "HS code of the product",
  })
  expect(
    (await rowsOf(id)).map(({ changes }) => changes.map(({ heading, cell, becomes }) => [heading, cell, becomes])),
  ).toEqual([
    [],
    [
      ["HS Code", "621430", "621420"],
      ["COO", "Nepal", "Portugal"],
      ["Stock", "1", "not counted"],
    ],
    [["Stock", "0", "not counted"]],
  ])
  await run(id)
  const shawl = async () => findEditedProduct(here.shop, (await idsOf("Shawl"))[0] ?? "")
  expect(await shawl()).toMatchObject({ name: "Shawl", facts: { hsCode: "621420", countryOfOrigin: "Portugal" } })
  expect((await shawl()).variants).toMatchObject([
    { sku: "SH-R", weightGrams: 150, compareAtPrice: 2_500, stock: 4, uncounted: false },
    { sku: "SH-B", weightGrams: 150, uncounted: true },
    { sku: "SH-G", uncounted: true },
  ])
  await run(await judge(file.replace("'6214.20", "62")))
  expect(await shawl()).toMatchObject({ facts: { hsCode: "621430" } })
  expect(await outcomesOf(await judge(file))).toEqual(["update", "same", "same"])
})

test("a product that was not counted, then counted by an inventory file, is not counted again", async () => {
  const products = (tracker: string) =>
    `Handle,Title,Type,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price\nglove,Glove,Clothing,Color,Red,${tracker},20.00\n`
  const inventory =
    "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available (not editable)\nglove,Glove,Color,Red,,,,Berlin,4\n"
  const glove = async () => findEditedProduct(here.shop, (await idsOf("Glove"))[0] ?? "")
  const first = await judge(products(","))
  await answerImport(here.shop, admin, first, { stock: "uncounted" })
  await run(first)
  expect(await glove()).toMatchObject({ variants: [{ uncounted: true }] })
  await run(await judge(inventory))
  expect(await glove()).toMatchObject({ variants: [{ uncounted: false, stock: 4 }] })
  await run(await judge(products("shopify,9")))
  expect(await glove()).toMatchObject({ variants: [{ uncounted: false, stock: 9 }] })
  await run(await judge(products(",")))
  expect(await glove()).toMatchObject({ variants: [{ uncounted: true }] })
  await run(await judge(inventory.replace("Berlin,4", "Berlin,5")))
  await run(await judge(products(",")))
  expect(await glove()).toMatchObject({ variants: [{ uncounted: true }] })
  await expectInvariants(here.shop)
})

test("PrestaShop's combinations become the versions of a product", async () => {
  const heading =
    "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Reference #;Quantity;URL rewritten"
  await run(await judge(`${heading}\n12;1;Blue pan;Kitchen;20.00;PAN;9;blue-pan\n`))
  const id = await judge(
    "Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;Impact on price;Quantity\n12;Size:select:0;S:0;PAN-S;0;4\n12;Size:select:0;L:1;PAN-L;2.5;6\n",
  )
  expect(await outcomesOf(id)).toEqual(["create", "create"])
  await run(id)
  const [pan = ""] = await idsOf("Blue pan")
  expect(await findEditedProduct(here.shop, pan)).toMatchObject({
    variants: [
      { title: "S", sku: "PAN-S", price: 2_000, stock: 4 },
      { title: "L", sku: "PAN-L", price: 2_250, stock: 6 },
    ],
  })
  await expectInvariants(here.shop)
})

const prestaHeading =
  "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Reference #;Quantity"
const combinationsOf = (id: number, impacts: Record<string, string>) =>
  [
    "Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;Impact on price;Quantity",
    ...Object.entries(impacts).map(([size, impact]) => `${id};Size:select:0;${size}:0;C-${id}-${size};${impact};4`),
  ].join("\n")

test("PrestaShop's combinations add to the price outside of a sale, which then reduces the sum", async () => {
  const file = [
    prestaHeading,
    "31;1;Planned;Kitchen;20.00;;10;2020-01-01;2999-12-31;P31;1",
    "32;1;Reduced;Kitchen;20.00;5.00;;;;P32;1",
  ].join("\n")
  await run(await judge(file))
  const prices = async (name: string) =>
    here.shop.db
      .selectFrom("variants")
      .innerJoin("products", "products.id", "product_id")
      .select(["title", "variants.price", "variants.compare_at_price as before", "regular_price as regular"])
      .where("name", "=", name)
      .where("removed_at", "is", null)
      .orderBy("title")
      .execute()
  await run(await judge(combinationsOf(31, { S: "0", L: "10" })))
  expect(await prices("Planned")).toMatchObject([
    { title: "L", price: 2_700, regular: 3_000 },
    { title: "S", price: 1_800, regular: 2_000 },
  ])
  // This shop's prices are without tax, and 5.00 has 10 % in it.
  await run(await judge(combinationsOf(32, { S: "0", L: "10" })))
  expect(await prices("Reduced")).toMatchObject([
    { title: "L", price: 2_545, before: 3_000 },
    { title: "S", price: 1_545, before: 2_000 },
  ])
  await run(await judge(combinationsOf(32, { S: "0", L: "12" })))
  expect(await prices("Reduced")).toMatchObject([
    { title: "L", price: 2_745, before: 3_200 },
    { title: "S", price: 1_545, before: 2_000 },
  ])
  expect(await outcomesOf(await judge(combinationsOf(32, { S: "0", L: "12" })))).toEqual(
    Array(2).fill("This product was imported before"),
  )
})

const saleHeading =
  "ID,Type,Name,Published,In stock?,Stock,Sale price,Date sale price starts,Date sale price ends,Regular price,Categories,Images"
const saleFile = (cells: string) =>
  `${saleHeading}\n901,simple,Bench,1,1,${cells},Household,${picture("sale.example")}\n`

test("a sale and uncounted stock are kept, and follow the file afterwards", async () => {
  const planned = saleFile(",80.00,2999-01-01,2999-01-31,100.00")
  const first = await judge(planned)
  expect((await findImport(here.shop, admin, first)).questions.map(({ id }) => id)).toEqual(["stock"])
  await run(first)
  const [id = ""] = await idsOf("Bench")
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ price: 10_000, uncounted: true, stock: 999_999 })
  const again = await judge(planned)
  await answerImport(here.shop, admin, again, { stock: "4" })
  expect(await outcomesOf(again)).toEqual(["This product was imported before"])
  const running = saleFile(",80.00,2020-01-01,2999-01-31,110.00")
  await run(await judge(running))
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ price: 8_000, compareAtPrice: 11_000 })
  const ended = await judge(saleFile("6,,,,110.00"))
  expect(await outcomesOf(ended)).toEqual(["update"])
  await run(ended)
  expect(await findEditedProduct(here.shop, id)).toMatchObject({
    ...{ price: 11_000, compareAtPrice: null, uncounted: false, stock: 6 },
  })
  await run(await judge(saleFile(",,,,110.00")))
  expect(await findEditedProduct(here.shop, id)).toMatchObject({ uncounted: true, stock: 999_999 })
  expect(await outcomesOf(await judge(saleFile(",,,,110.00")))).toEqual(["This product was imported before"])
  await expectInvariants(here.shop)
})

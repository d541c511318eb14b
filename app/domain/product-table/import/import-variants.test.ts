import { text } from "node:stream/consumers"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { findProduct } from "~/domain/catalog/find-product.server"
import { setOptions } from "~/domain/catalog/variants/options.server"
import { HAS_VARIANTS } from "~/domain/catalog/variants/variant"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { exportProducts } from "../csv/export-products.server"
import { listProductTable } from "../product-table.server"
import { ProductTableFilter } from "../product-table-filter"
import { listImportRows } from "./import-rows.server"
import { findImport, startImport } from "./imports.server"
import { previewImport } from "./preview-import.server"
import { runImport } from "./run-import.server"

let here: TestShop
let admin: Staff
beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(async () => {
  expect(await checkInvariants(here.shop)).toEqual([])
  await here?.close()
})

const judge = (...lines: string[]) => previewImport(here.shop, admin, new File([lines.join("\n")], "products.csv"))
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
}
const rowsOf = async (id: string) => {
  const rows = await listImportRows(here.shop, admin, id, { page: 1, outcome: "" })
  return rows.sort((one, other) => one.line - other.line)
}
const said = async (id: string) => (await rowsOf(id)).map(({ line, outcome, message }) => [line, outcome, message])
const countsOf = async (id: string) => {
  const { counts } = await findImport(here.shop, admin, id)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
const exported = (search = "") => text(exportProducts(here.shop, admin, ProductTableFilter.parse({ search })))
const versionsOf = async (id: string) =>
  (await findProduct(here.shop, id)).variants.map(({ title, sku, price, stock }) => [title, sku, price, stock])

const HEADING = "handle,name,category,desc,option1Name,option1Value,option2Name,option2Value,price,stock,sku"
const JACKET = [
  "jacket,Field Jacket,Kitchen,Warm.,Size,S,Colour,Indigo,50,3,FJ-S",
  "jacket,,,,,M,,Indigo,55,0,FJ-M",
  "jacket,Field Jacket,,,Size,M,Colour,Écru,55,2,",
]

test("rows of one handle become a product with its variants, in the order of the file", async () => {
  const id = await judge(HEADING, ...JACKET, ",Tray,Kitchen,Plain.,,,,,5,1,TRAY")
  expect((await rowsOf(id)).map(({ name, outcome }) => [name, outcome])).toEqual([
    ["Field Jacket, S, Indigo", "create"],
    ["Field Jacket, M, Indigo", "create"],
    ["Field Jacket, M, Écru", "create"],
    ["Tray", "create"],
  ])
  await run(id)
  expect(await countsOf(id)).toEqual({ created: 4 })
  const [row, , , tray] = await rowsOf(id)
  const product = await findProduct(here.shop, row?.productId ?? "")
  expect(product).toMatchObject({ name: "Field Jacket", price: 5_000, highestPrice: 5_500, stock: 5 })
  expect(product.options.map(({ name, values }) => [name, values.map((value) => value.name)])).toEqual([
    ["Size", ["S", "M"]],
    ["Colour", ["Indigo", "Écru"]],
  ])
  expect(await versionsOf(product.id)).toEqual([
    ["S, Indigo", "FJ-S", 5_000, 3],
    ["M, Indigo", "FJ-M", 5_500, 0],
    ["M, Écru", null, 5_500, 2],
  ])
  expect(await versionsOf(tray?.productId ?? "")).toEqual([["", "TRAY", 500, 1]])
})

test("an export can be imported unchanged after sales, and changes nothing", async () => {
  const { id, variants } = await addSizedProduct(here.shop, admin, { name: "=Round trip", sizes: { S: 5, "7,5": 2 } })
  await shelve(here.shop, admin, { name: "Plain of the round trip" })
  const csv = await exported()
  expect(csv).toContain(`"'=Round trip"`)
  await moveStock(here.shop, variants.s ?? "", -1)
  const imported = await judge(csv)
  expect(Object.keys(await countsOf(imported))).toEqual(["same"])
  expect(await exported("round trip")).toBe(await exported("round trip"))
  await run(await judge(csv.replaceAll('"50.00"', '"60.00"')))
  expect(await versionsOf(id)).toEqual([
    ["S", null, 6_000, 4],
    ["7,5", null, 6_000, 2],
  ])
  expect(Object.keys(await countsOf(await judge(await exported())))).toEqual(["same"])
})

test("a row changes its variant, a new value creates one, and variants without a row stay", async () => {
  const { id, variants } = await addSizedProduct(here.shop, admin, { name: "Grows", sizes: { S: 5, M: 2 } })
  const imported = await judge(
    "_id,name,option1Name,option1Value,price,stock,stockSeen,gtin,weightGrams,position",
    `${id},Grows up,size,m,,7,2,4006381333931,450,`,
    `${id},,,L,70,1,,,,9`,
  )
  expect(await rowsOf(imported)).toMatchObject([
    {
      name: "Grows, m",
      outcome: "update",
      fields: { name: "Grows up", stock: 7, gtin: "4006381333931", weightGrams: 450, options: "Size: S, M, L" },
      before: { name: "Grows", stock: 2, gtin: null, weightGrams: null, options: "Size: S, M" },
    },
    { name: "Grows, L", outcome: "create", fields: { price: 7_000, stock: 1, position: 9 } },
  ])
  await moveStock(here.shop, variants.m ?? "", -1)
  await run(imported)
  expect((await findProduct(here.shop, id)).name).toBe("Grows up")
  expect(await versionsOf(id)).toEqual([
    ["S", null, 5_000, 5],
    ["M", null, 5_000, 6],
    ["L", null, 7_000, 1],
  ])
  await run(await judge("_id,option1Name,option1Value,gtin,weightGrams", `${id},Size,M,none,None`))
  const [, m] = (await findProduct(here.shop, id)).variants
  expect(m).toMatchObject({ gtin: null, weightGrams: null })
})

test("options for a product without any end its one variant, and no one else gets its units", async () => {
  const id = await shelve(here.shop, admin, { name: "Gets sizes", stock: 9 })
  const imported = await judge(
    "_id,option1Name,option1Value,price,stock,stockSeen",
    `${id},Size,S,10,1,9`,
    `${id},Size,M,11,2,9`,
  )
  expect((await rowsOf(imported)).map(({ outcome }) => outcome)).toEqual(["create", "create"])
  await run(imported)
  expect(await versionsOf(id)).toEqual([
    ["S", null, 1_000, 1],
    ["M", null, 1_100, 2],
  ])
})

test("another option ends all variants, also the first combination if the file does not have it", async () => {
  const { id } = await addSizedProduct(here.shop, admin, { name: "Gets colours", sizes: { S: 5, M: 2 } })
  await run(
    await judge(
      "_id,option1Name,option1Value,option2Name,option2Value,price,stock",
      `${id},Colour,Indigo,Size,M,50,4`,
      `${id},Colour,Écru,Size,M,50,0`,
    ),
  )
  expect(await versionsOf(id)).toEqual([
    ["Indigo, M", null, 5_000, 4],
    ["Écru, M", null, 5_000, 0],
  ])
})

test("prices and units of a product with variants are refused in the preview if the row names no variant", async () => {
  const { id } = await addSizedProduct(here.shop, admin, { name: "Has versions", sizes: { S: 5, M: 2 } })
  const heading = "_id,name,price,stock,stockSeen"
  expect(await said(await judge(heading, `${id},Renamed,50,7,7`))).toEqual([[2, "update", ""]])
  expect(await said(await judge(heading, `${id},,60,,`))).toEqual([[2, "error", HAS_VARIANTS]])
  expect(await said(await judge(heading, `${id},,,9,7`))).toEqual([[2, "error", HAS_VARIANTS]])
  expect(await said(await judge("_id,sku", `${id},ALL`))).toEqual([[2, "error", HAS_VARIANTS]])
})

test("a product with an invalid row is not imported, and each row says why", async () => {
  const sized = await addSizedProduct(here.shop, admin, { name: "Taken", sizes: { S: 5 } })
  await run(await judge("_id,option1Name,option1Value,sku", `${sized.id},Size,S,TAKEN`))
  const imported = await judge(
    HEADING,
    "one,One,Kitchen,x,Size,S,,,free,1,",
    "one,,,,Size,M,,,5,1,",
    "two,Two,Kitchen,x,Size,S,,,5,1,taken",
    "three,Three,Kitchen,x,Size,S,,,5,1,TWICE",
    "three,Other,,,Size,M,,,5,1,twice",
    "three,,,,Width,s,,,5,1,",
    "three,,,,,S,,,5,1,",
    ",Four,Kitchen,x,,S,,,5,1,",
    ",Five,Kitchen,x,Size,,,,5,1,",
    "six,Six,Kitchen,x,Size,S,size,M,5,1,",
  )
  expect((await listed(imported)).map(({ line, message }) => [line, message])).toEqual([
    [2, "Price must be an amount between 0.01 and 999999.99: the 1st character, “f”, cannot be used (“free”)"],
    [3, "Line 2 of this product cannot be imported"],
    [4, "taken is the SKU of Taken, S"],
    [5, "Line 6 of this product cannot be imported"],
    [6, "Please change name in line 5, the first of this product"],
    [7, "Option 1 is Size in line 5. This version is already in line 5"],
    [8, "This version is already in line 5"],
    [9, "Please enter the name of option 1 in line 9"],
    [10, "Please enter the size of this version"],
    [11, "Two options have the same name"],
  ])
})

/** All rows, ten per page */
async function listed(id: string) {
  const pages = await Promise.all([1, 2].map((page) => listImportRows(here.shop, admin, id, { page, outcome: "" })))
  return pages.flat().sort((one, other) => one.line - other.line)
}

test("the back office also finds drafts and ended products by an option value or an SKU", async () => {
  const handle = (state: string, days = "") =>
    [`${state},Anorak ${state},Kitchen,Warm.,Size,Petite,50,3,AN-${state},${days}`, `${state},,,,,Tall,50,3,,,`].join(
      "\n",
    )
  const heading = "handle,name,category,desc,option1Name,option1Value,price,stock,sku,status,publishedUntil"
  await run(
    await judge(heading, handle("sold", "published,"), handle("draft", "draft,"), handle("ended", ",2001-01-01")),
  )
  const found = async (search: string) => {
    const { products, count } = await listProductTable(here.shop, admin, ProductTableFilter.parse({ search }))
    expect(products).toHaveLength(count)
    return products.map(({ name, state }) => [name, state]).sort()
  }
  const all = [
    ["Anorak draft", "draft"],
    ["Anorak ended", "ended"],
    ["Anorak sold", "published"],
  ]
  expect(await found("petite")).toEqual(all)
  expect(await found("anorak tall")).toEqual(all)
  expect(await found("AN-dra")).toEqual([["Anorak draft", "draft"]])
  expect(await found("an-ended")).toEqual([["Anorak ended", "ended"]])
})

test("two rows of a file cannot have one SKU, and variants of one product may swap theirs", async () => {
  const heading = "_id,option1Name,option1Value,sku"
  const { id } = await addSizedProduct(here.shop, admin, { name: "Swaps", sizes: { S: 5, M: 2 } })
  await run(await judge(heading, `${id},Size,S,SW-1`, `${id},Size,M,SW-2`))
  await run(await judge(heading, `${id},Size,S,SW-2`, `${id},Size,M,SW-1`))
  expect((await versionsOf(id)).map(([, sku]) => sku)).toEqual(["SW-2", "SW-1"])
  const imported = await judge(heading, `${id},Size,S,SW-3`, `${id},Size,M,sw-3`)
  expect((await said(imported))[1]).toEqual([3, "error", "sw-3 is already the SKU of line 2"])
})

test("rows of a product that changed too much since the preview fail together, naming the row", async () => {
  const { id, variants } = await addSizedProduct(here.shop, admin, { name: "Changes", sizes: { S: 5, M: 2 } })
  const imported = await judge("_id,option1Name,option1Value,stock", `${id},Size,S,6`, `${id},Size,M,1`)
  await moveStock(here.shop, variants.m ?? "", -2)
  await run(imported)
  expect(await said(imported)).toEqual([
    [2, "failed", "Line 3 of this product could not be imported"],
    [3, "failed", "Only 0 are left in stock"],
  ])
  expect((await versionsOf(id)).map(([, , , stock]) => stock)).toEqual([5, 0])
  const gone = await judge("_id,option1Name,option1Value,price,stock", `${id},Size,S,50,6`, `${id},Size,L,50,1`)
  await setOptions(here.shop, admin, id, [])
  await run(gone)
  expect((await said(gone)).map(([, outcome, message]) => [outcome, message])).toEqual([
    ["failed", "Someone else has changed the options of this product: please check the file again"],
    ["failed", expect.stringContaining("could not be imported")],
  ])
  expect(await versionsOf(id)).toHaveLength(1)
})

test("more rows than a product may have variants are refused, and groups of rows are limited in size", async () => {
  const rows = Array.from({ length: 250 }, (_, place) => `many,Size,${place},5,1`)
  const imported = await judge("handle,option1Name,option1Value,price,stock", ...rows)
  expect(await countsOf(imported)).toEqual({ error: 250 })
  const [first] = await rowsOf(imported)
  expect(first?.message).toBe("A product has at most 100 versions")
})

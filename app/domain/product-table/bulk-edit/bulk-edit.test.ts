import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findProduct } from "~/domain/catalog/find-product.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { HAS_VARIANTS } from "~/domain/catalog/variants/variant"
import { moveStock } from "~/testing/shop/buyers.server"
import { newCategories } from "~/testing/shop/new-categories"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { BulkChange } from "./bulk-change"
import { applyBulkChange } from "./bulk-change"
import { applyBulkEdit, previewBulkEdit } from "./bulk-edit.server"
import { bulkEditQuery, type ProductSnapshots } from "./bulk-edit-schema"

let here: TestShop
let admin: Staff
let other: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  other = await signUpAdmin(here.shop, "second@shop.test", "Second Keeper")
})
afterAll(() => here.close())

const nothing: BulkChange = { price: null, sale: null, stock: null, category: null }
const shelf = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => shelve(here.shop, admin, fields)))
const snapshotsOf = async (ids: string[]) =>
  (await previewBulkEdit(here.shop, admin, ids, null)).map(
    ({ product: { id, price, prices, stock, measure, category } }) => {
      return { id, price, prices, stock, measure, category }
    },
  )

const editAll = (who: Staff, snapshots: ProductSnapshots, change: BulkChange) =>
  here.shop.transaction((tx) => applyBulkEdit(tx, who, snapshots, change))

test("percentages are rounded to the cent, half up", () => {
  const raise = (price: number, by: number) =>
    applyBulkChange(
      { price, stock: 0, category: "Gaming", uncounted: false },
      { ...nothing, price: { mode: "raise", by } },
    ).after.price
  expect([raise(1_999, 10), raise(5, 10), raise(15, 10), raise(1_000, 2.5)]).toEqual([2_199, 6, 17, 1_025])
})

test("the preview shows each product before and after, and the obstacles", async () => {
  const ids = await shelf(2, { price: 1_000, stock: 3 })
  const change: BulkChange = {
    sale: null,
    price: { mode: "lower", by: 25 },
    stock: { mode: "take", by: 4 },
    category: "Gaming",
  }
  const rows = await previewBulkEdit(here.shop, admin, ids, change)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    product: { price: 1_000, stock: 3, category: "Kitchen" },
    after: { price: 750, stock: -1, category: "Gaming" },
    problem: "There are not that many in stock",
  })
})

test("price, stock and category of selected products change together, and are recorded in the ledger and the audit log", async () => {
  const { shop } = here
  const ids = await shelf(3, { price: 1_000, stock: 3 })
  const change: BulkChange = {
    sale: null,
    price: { mode: "set", by: 500 },
    stock: { mode: "add", by: 2 },
    category: "Gaming",
  }
  expect(await editAll(admin, await snapshotsOf(ids), change)).toBe(3)
  for (const id of ids) {
    expect(await findProduct(shop, id)).toMatchObject({ price: 500, stock: 5, category: "Gaming" })
    const audit = await shop.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
    expect(audit.map((entry) => entry.action)).toEqual(["product.published", "product.updated"])
  }
})

test("units sold since the preview stay sold", async () => {
  const { shop } = here
  const [id = ""] = await shelf(1, { stock: 100 })
  const seen = await snapshotsOf([id])
  await moveStock(shop, id, -20, "sale")
  await editAll(admin, seen, { ...nothing, stock: { mode: "set", by: 110 } })
  expect((await findProduct(shop, id)).stock).toBe(90)
})

test("all changes are made or none", async () => {
  const { shop } = here
  const ids = await shelf(3, { stock: 5 })
  const seen = await snapshotsOf(ids)
  await moveStock(shop, ids[2] ?? "", -4, "sale")
  const tried = editAll(admin, seen, { ...nothing, stock: { mode: "take", by: 3 } })
  await expect(tried).rejects.toThrow("Only 1 of Mug is left")
  expect((await findProduct(shop, ids[0] ?? "")).stock).toBe(5)
})

test("contents that someone changed since the preview are not overwritten", async () => {
  const { shop } = here
  const [id = ""] = await shelf(1, { measureAmount: 500_000, measureUnit: "g" })
  const seen = await snapshotsOf([id])
  await updateProduct(shop, other, id, { measureAmount: 750_000, measureUnit: "g" })
  const change = { ...nothing, measure: { measureAmount: 250_000, measureUnit: "g" as const } }
  await expect(editAll(admin, seen, change)).rejects.toThrow("The contents of Mug have since changed")
  expect(await findProduct(shop, id)).toMatchObject({ measureAmount: 750_000 })
})

test("a price that someone changed since the preview is not overwritten", async () => {
  const { shop } = here
  const ids = await shelf(2, { price: 1_000 })
  const seen = await snapshotsOf(ids)
  await updateProduct(shop, other, ids[1] ?? "", { price: 1_200 })
  await expect(editAll(admin, seen, { ...nothing, price: { mode: "raise", by: 10 } })).rejects.toThrow(
    "The price of Mug has since changed",
  )
  await softDeleteProduct(shop, other, ids[0] ?? "")
  await expect(editAll(admin, seen, { ...nothing, category: "Gaming" })).rejects.toThrow("no longer exists")
})

test("a price change applies to all variants of a product, whose stock is changed only in their table", async () => {
  const { shop } = here
  const { id } = await addSizedProduct(shop, admin, { name: "Chore Jacket", sizes: { S: 1, M: 2 } })
  await saveVariants(shop, admin, id, [{ values: ["m"], price: 6_000, compareAtPrice: 6_300 }])
  const raised: BulkChange = { ...nothing, price: { mode: "raise", by: 10 }, category: "Gaming" }
  const [row] = await previewBulkEdit(shop, admin, [id], raised)
  expect(row).toMatchObject({ after: { price: 5_500 }, highestAfter: 6_600, endsSale: true, problem: null })
  const seen = await snapshotsOf([id])
  await editAll(admin, seen, raised)
  const pricesOf = async () => (await findProduct(shop, id)).variants.map(({ title, price }) => [title, price])
  expect(await pricesOf()).toEqual([
    ["S", 5_500],
    ["M", 6_600],
  ])
  await expect(editAll(admin, seen, raised)).rejects.toThrow("The price of Chore Jacket has since changed")
  const stocked: BulkChange = { ...raised, stock: { mode: "add", by: 1 } }
  expect((await previewBulkEdit(shop, admin, [id], stocked))[0]?.problem).toBe(HAS_VARIANTS)
  await expect(editAll(admin, await snapshotsOf([id]), stocked)).rejects.toThrow(HAS_VARIANTS)
  const [dear] = await previewBulkEdit(shop, admin, [id], { ...nothing, price: { mode: "lower", by: 100 } })
  expect(dear?.problem).toBe("The price would be too low")
})

test("two administrators who edit the same products concurrently do not deadlock", async () => {
  const { shop } = here
  const ids = await shelf(6, { stock: 50 })
  const seen = await snapshotsOf(ids)
  const rounds = [admin, other, admin, other].map((who, round) =>
    editAll(who, round % 2 ? seen : [...seen].reverse(), { ...nothing, stock: { mode: "take", by: 5 } }),
  )
  await Promise.all(rounds)
  for (const id of ids) expect((await findProduct(shop, id)).stock).toBe(30)
})

test("invalid input gets a message, and changes nothing", () => {
  const query = (fields: object) => bulkEditQuery(newCategories).parse({ id: "66aabbccddeeff0011223344", ...fields })
  expect(query({ priceMode: "raise", priceBy: "lots" })).toMatchObject({
    change: null,
    errors: { priceBy: "Enter a percentage such as 10 or 2.5: the 1st character, “l”, cannot be used" },
  })
  expect(query({ stockMode: "add", stockBy: "1.5" }).errors).toEqual({
    stockBy: "Enter a whole number of units such as 25: the 2nd character, “.”, cannot be used",
  })
  const withoutMode = query({ priceBy: "5", stockMode: "add", stockBy: "1" })
  expect(withoutMode.errors).toEqual({ priceBy: "Choose how the price changes, or leave this empty" })
  expect(withoutMode.change).toBeNull()
  expect(query({ priceMode: "?", category: "Cars" }).change).toEqual(nothing)
  expect(bulkEditQuery(newCategories).parse({ id: ["x", "66aabbccddeeff0011223344"] }).ids).toEqual([])
})

test("a sale of some days is planned for products and their variants, and ended again", async () => {
  const { shop } = here
  const [plain = ""] = await shelf(1, { price: 1_000 })
  const { id } = await addSizedProduct(shop, admin, { name: "Parka", sizes: { S: 1, M: 2 } })
  const regular = (await findProduct(shop, id)).price
  const { sale, errors } = bulkEditSale({
    saleMode: "lower",
    saleBy: "20",
    saleFrom: "2000-01-01",
    saleUntil: "2999-12-31",
  })
  expect(errors).toEqual({})
  const change = { ...nothing, sale }
  const preview = await previewBulkEdit(shop, admin, [plain, id], change)
  expect(preview.map(({ problem, saleAfter }) => [problem, saleAfter?.saleUntil])).toEqual([
    [null, "2999-12-31"],
    [null, "2999-12-31"],
  ])
  await editAll(admin, await snapshotsOf([plain, id]), change)
  expect(await findProduct(shop, plain)).toMatchObject({ price: 800, compareAtPrice: 1_000 })
  const { price, variants } = await findProduct(shop, id)
  expect([price, ...variants.map((variant) => variant.price)]).toEqual(Array(3).fill(Math.floor(regular * 0.8 + 0.5)))
  await editAll(admin, await snapshotsOf([plain]), { ...nothing, price: { mode: "raise", by: 10 } })
  expect(await findProduct(shop, plain)).toMatchObject({ price: 800, compareAtPrice: 1_100 })
  const [refused] = await previewBulkEdit(shop, admin, [plain], { ...nothing, price: { mode: "set", by: 800 } })
  expect(refused?.problem).toBe("The sale price must be less than the price")
  await editAll(admin, await snapshotsOf([plain, id]), { ...nothing, sale: { mode: "end" } })
  expect(await findProduct(shop, plain)).toMatchObject({ price: 1_100, compareAtPrice: null })
  expect(await findProduct(shop, id)).toMatchObject({ price: regular, compareAtPrice: null })
})

test("products are sold without counting, and counted again", async () => {
  const { shop } = here
  const ids = await shelf(2, { stock: 4 })
  await editAll(admin, await snapshotsOf(ids), { ...nothing, stock: { mode: "uncounted", by: 0 } })
  expect(await findProduct(shop, ids[0] ?? "")).toMatchObject({ stock: 999_999, variants: [{ uncounted: true }] })
  const [row] = await previewBulkEdit(shop, admin, ids, { ...nothing, stock: { mode: "add", by: 5 } })
  expect(row?.problem).toBe("Its units are not counted")
  await editAll(admin, await snapshotsOf(ids), { ...nothing, stock: { mode: "set", by: 7 } })
  expect(await findProduct(shop, ids[1] ?? "")).toMatchObject({ stock: 7, variants: [{ uncounted: false }] })
})

test.each([
  [
    { saleMode: "set", saleBy: "x" },
    { saleBy: "Enter a sale price such as 9.50: the 1st character, “x”, cannot be used" },
  ],
  [{ saleBy: "5" }, { saleBy: "Choose how the sale changes, or leave this empty" }],
  [
    { saleMode: "lower", saleBy: "20", saleFrom: "2030-02-02", saleUntil: "2030-02-01" },
    { saleUntil: "The last day of the sale must not be before the first" },
  ],
])("a sale that is not one is refused at its field: %j", (typed, errors) => {
  expect(bulkEditSale(typed).errors).toEqual(errors)
})

function bulkEditSale(typed: Record<string, string>) {
  const { change, errors } = bulkEditQuery(newCategories).parse(typed)
  return { sale: change?.sale ?? null, errors }
}

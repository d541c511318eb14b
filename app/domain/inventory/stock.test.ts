import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import type { LineItem } from "~/domain/catalog/line-item"
import { newObjectId } from "~/domain/object-id.server"
import { testAddress } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { correctStock, holdStock, returnStock } from "./stock.server"
import { readStockLedger } from "./stock-movements.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here.close())

const shelve = (stock: number, name = "Mug") =>
  publishProduct(here.shop, admin, { name, desc: "For tea.", category: "Kitchen", price: 1_000, stock })

const stockOf = async (id: string) => {
  const { stock } = await here.shop.db
    .selectFrom("products")
    .select("stock")
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
  return stock
}

const units = (variants: string[]): LineItem[] => variants.map((variantId) => ({ variantId, quantity: 1 }))

const ledgerSum = async (id: string) => {
  const rows = await here.shop.db.selectFrom("stock_ledger").select("change").where("variant_id", "=", id).execute()
  return rows.reduce((sum, row) => sum + row.change, 0)
}

/** Takes units for a checkout, like every sale. */
const sell = (lines: LineItem[]) =>
  here.shop.transaction(async (tx) => {
    const id = newObjectId(tx.now())
    const totals = { currency: "USD" as const, item_price: 0, tax_price: 0, shipping_price: 0, total_price: 0 }
    const checkout = { id, user_id: admin.id, ...totals, shipping_info: JSON.stringify(testAddress) }
    await tx.db
      .insertInto("checkouts")
      .values({ ...checkout, status: "released", hold_expires_at: tx.now() })
      .execute()
    await holdStock(tx, { checkoutId: id, lines })
    return id
  })

describe("moving stock", () => {
  test("changes the stock by the ledger's movements", async () => {
    const mug = await shelve(5)
    await sell([{ variantId: mug, quantity: 2 }])
    expect(await stockOf(mug)).toBe(3)
    expect(await ledgerSum(mug)).toBe(3)
  })

  test("is refused as a whole if one product has too few units, and names it", async () => {
    const mug = await shelve(5)
    const jug = await shelve(1, "Jug")
    const both = [mug, jug].map((product) => ({ variantId: product, quantity: 2 }))
    await expect(sell(both)).rejects.toMatchObject({ kind: "conflict", message: "Only 1 of Jug is left" })
    expect(await stockOf(mug)).toBe(5)
    await sell([{ variantId: jug, quantity: 1 }])
    await expect(sell([{ variantId: jug, quantity: 1 }])).rejects.toThrow("Jug is out of stock")
  })

  test("sells the last unit once to fifty concurrent buyers", async () => {
    const mug = await shelve(1)
    const sales = await Promise.allSettled(Array.from({ length: 50 }, () => sell([{ variantId: mug, quantity: 1 }])))
    expect(sales.filter((sale) => sale.status === "fulfilled")).toHaveLength(1)
    expect(await stockOf(mug)).toBe(0)
  })

  test("does not deadlock when buyers take the same products in different orders", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => shelve(100)))
    const orders = Array.from({ length: 40 }, (_, index) => [...ids.slice(index % 4), ...ids.slice(0, index % 4)])
    await Promise.all(orders.map((order) => sell(units(order))))
    expect(await Promise.all(ids.map(stockOf))).toEqual([60, 60, 60, 60])
    const checkouts = await Promise.all(orders.map((order) => sell(units(order))))
    const giveBack = (order: string[], index: number) =>
      here.shop.transaction((tx) =>
        returnStock(tx, { checkoutId: checkouts[index], lines: units(order), reason: "release" }),
      )
    await Promise.all(orders.flatMap((order, index) => [giveBack(order, index), sell(units(order))]))
    expect(await Promise.all(ids.map(stockOf))).toEqual([20, 20, 20, 20])
  })

  test("takes no units of a product that is no longer sold", async () => {
    const mug = await shelve(5)
    await softDeleteProduct(here.shop, admin, mug)
    const taking = here.shop.transaction((tx) =>
      holdStock(tx, { checkoutId: "0".repeat(24), lines: [{ variantId: mug, quantity: 1 }] }),
    )
    await expect(taking).rejects.toMatchObject({ kind: "conflict", message: "Mug is no longer sold" })
  })
})

test("returned units are back in stock, except those of a purged product", async () => {
  const [mug, jug] = [await shelve(2), await shelve(1, "Jug")]
  const lines = [mug, jug].map((variantId) => ({ variantId, quantity: 1 }))
  const checkoutId = await sell(lines)
  await here.shop.db.deleteFrom("products").where("id", "=", jug).execute()
  await here.shop.transaction((tx) => returnStock(tx, { checkoutId, lines, reason: "release" }))
  expect(await stockOf(mug)).toBe(2)
  const moves = here.shop.db.selectFrom("stock_ledger").select(["change", "reason"]).where("variant_id", "=", mug)
  expect(await moves.where("checkout_id", "=", checkoutId).orderBy("id").execute()).toEqual([
    { change: -1, reason: "hold" },
    { change: 1, reason: "release" },
  ])
})

describe("correcting stock", () => {
  const correct = ({ product, ...correction }: { product: string; stock: number; stockSeen?: number; note?: string }) =>
    here.shop.transaction(async (tx) => {
      const locked = tx.db.selectFrom("products").selectAll().where("id", "=", product).forNoKeyUpdate()
      return correctStock(tx, admin, await locked.executeTakeFirstOrThrow(), correction)
    })

  test("applies only the difference to the shown stock, so that sales in the meantime are kept", async () => {
    const mug = await shelve(100)
    await sell([{ variantId: mug, quantity: 20 }])
    expect(await correct({ product: mug, stock: 100, stockSeen: 100 })).toBe(80)
    expect(await correct({ product: mug, stock: 110, stockSeen: 100, note: "Found a box" })).toBe(90)
    expect(await stockOf(mug)).toBe(90)
    const rows = await here.shop.db.selectFrom("stock_ledger").selectAll().where("variant_id", "=", mug).execute()
    expect(rows.at(-1)).toMatchObject({ change: 10, reason: "correction", actor_id: admin.id, note: "Found a box" })
  })

  test("sets the stock when the shown one is not given", async () => {
    const mug = await shelve(7)
    expect(await correct({ product: mug, stock: 3 })).toBe(3)
    expect(await ledgerSum(mug)).toBe(3)
  })

  test("is refused when it would make the stock negative", async () => {
    const mug = await shelve(10)
    await sell([{ variantId: mug, quantity: 8 }])
    await expect(correct({ product: mug, stock: 5, stockSeen: 10 })).rejects.toMatchObject({ kind: "conflict" })
    expect(await stockOf(mug)).toBe(2)
  })
})

test("the stock cannot change without the ledger", async () => {
  const mug = await shelve(3)
  await expect(here.pool.query("update products set stock = 9 where id = $1", [mug])).rejects.toThrow(
    "only through stock_ledger",
  )
})

test("the ledger shows the stock after each movement on every page, of all variants and of one", async () => {
  const { id, variants } = await addSizedProduct(here.shop, admin, { name: "Coat", sizes: { S: 100, M: 200 } })
  const [small = "", medium = ""] = [variants.s, variants.m]
  for (let taken = 1; taken <= 12; taken++) {
    await sell([{ variantId: small, quantity: taken }])
    await sell([{ variantId: medium, quantity: 1 }])
  }
  const read = async (page: number, variant: string) => {
    const { lines, count } = await readStockLedger(here.shop, admin, id, { page, variant })
    return { count, stocks: lines.map(({ title, stock }) => `${title} ${stock}`) }
  }
  const mediums = Array.from({ length: 13 }, (_, sold) => `M ${200 - sold}`).reverse()
  expect(await read(1, medium)).toEqual({ count: 13, stocks: mediums.slice(0, 10) })
  expect(await read(2, medium)).toEqual({ count: 13, stocks: mediums.slice(10) })
  const both = await Promise.all([1, 2, 3].map((page) => read(page, "")))
  const all = both.flatMap(({ stocks }) => stocks)
  expect(all.slice(0, 4)).toEqual(["M 188", "S 22", "M 189", "S 34"])
  expect(all.filter((line) => line.startsWith("M"))).toEqual(mediums)
  expect(await read(1_001, "")).toEqual({ count: both[0]?.count, stocks: [] })
})

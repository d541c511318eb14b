import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findEditedProduct, findProduct } from "~/domain/catalog/find-product.server"
import type { ProductChanges } from "~/domain/catalog/product"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { listProductTable, matchingProducts } from "~/domain/product-table/product-table.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import { addBuyer, addBuyers, moveStock } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { UNCOUNTED_STOCK } from "./stock"

const here = openOrdersTest()

const product = (fields: object = { uncounted: true }) => shelve(here.shop, here.admin, fields)
const edit = (id: string, changes: ProductChanges) => updateProduct(here.shop, here.admin, id, changes)
const stockOf = async (id: string) => (await findProduct(here.shop, id)).stock
const movedUnits = async (id: string) => {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(change), 0)::integer as units from stock_ledger where variant_id = ${id}`.execute(here.shop.db)
  return rows[0]?.units
}

describe("a product that is sold without counting", () => {
  test("stays in stock through purchases, returns and corrections", async () => {
    const id = await product()
    const buyer = await addBuyer(here.shop)
    const order = await buy(here.shop, buyer, id, 40)
    expect([await stockOf(id), await movedUnits(id)]).toEqual([UNCOUNTED_STOCK, -40])
    await refundOrder(here.shop, here.admin, order, { amount: "whole", restock: true })
    await moveStock(here.shop, id, -7)
    expect([await stockOf(id), await movedUnits(id)]).toEqual([UNCOUNTED_STOCK, -7])
    await expectInvariants(here.shop)
  })

  test("is bought by many at once, and its last unit cannot sell out", async () => {
    const id = await product()
    const buyers = await addBuyers(here.shop, 8)
    await Promise.all(buyers.map((buyer) => buy(here.shop, buyer, id, 3)))
    expect([await stockOf(id), await movedUnits(id)]).toEqual([UNCOUNTED_STOCK, -24])
    const { rows } = await sql`select id from notifications where summary like 'Out of stock%'`
      .execute(here.shop.db)
      .catch(() => ({ rows: [] }))
    expect(rows).toEqual([])
    await expectInvariants(here.shop)
  })

  test("is counted again with the units that staff enter, while orders and holds are open", async () => {
    const id = await product()
    const [held, paid] = await addBuyers(here.shop, 2)
    await startCheckout(here.shop, held as never, [{ variantId: id, quantity: 2 }], null)
    const order = await buy(here.shop, paid as never, id, 5)
    await expect(edit(id, { uncounted: false })).rejects.toMatchObject({ kind: "invalid", field: "stock" })
    await edit(id, { uncounted: false, stock: 20, stockReason: "Counted" })
    expect([await stockOf(id), await movedUnits(id)]).toEqual([20, 20])
    await refundOrder(here.shop, here.admin, order, { amount: "whole", restock: true })
    expect([await stockOf(id), await movedUnits(id)]).toEqual([25, 25])
    await expectInvariants(here.shop)
  })

  test("stops counting with open orders, and continues its movements", async () => {
    const id = await product({ stock: 6 })
    const buyer = await addBuyer(here.shop)
    const order = await buy(here.shop, buyer, id, 4)
    await edit(id, { uncounted: true })
    expect([await stockOf(id), await movedUnits(id)]).toEqual([UNCOUNTED_STOCK, 2])
    expect(await findEditedProduct(here.shop, id)).toMatchObject({ uncounted: true })
    await refundOrder(here.shop, here.admin, order, { amount: "whole", restock: true })
    expect([await stockOf(id), await movedUnits(id)]).toEqual([UNCOUNTED_STOCK, 6])
    await expectInvariants(here.shop)
  })

  test("is counted when a client that knows nothing of this writes its stock, unless it writes the one it read", async () => {
    const id = await product()
    await edit(id, { stock: UNCOUNTED_STOCK, stockSeen: UNCOUNTED_STOCK, name: "Cup" })
    expect(await findEditedProduct(here.shop, id)).toMatchObject({ uncounted: true, name: "Cup" })
    await edit(id, { stock: 12 })
    expect(await findEditedProduct(here.shop, id)).toMatchObject({ uncounted: false, stock: 12 })
  })

  test("does not raise the share of the shop's stock that others may reserve, however many units are on hold", async () => {
    const endless = await product()
    const counted = await Promise.all(Array.from({ length: 9 }, () => product({ stock: 500 })))
    await startCheckout(here.shop, await addBuyer(here.shop), [{ variantId: endless, quantity: 5_000 }], null)
    const { rows } = await sql<{ units: number }>`
      select sum(stock)::integer as units from products where is_public and stock < ${UNCOUNTED_STOCK}`.execute(
      here.shop.db,
    )
    // A buyer may hold a tenth.
    const quantity = Math.ceil((rows[0]?.units ?? 0) / 10 / 9) + 1
    const cart = counted.map((variantId) => ({ variantId, quantity }))
    await expect(startCheckout(here.shop, await addBuyer(here.shop), cart, null)).rejects.toThrow(/units in all/)
  })

  test("cannot be given units by a statement beside the ledger", async () => {
    const id = await product()
    const write = (units: number) =>
      sql`update variants set uncounted_units = ${units} where id = ${id}`.execute(here.shop.db)
    await expect(write(5)).rejects.toThrow("stock changes only through stock_ledger")
  })
})

test("one version is sold without counting, the others are counted", async () => {
  const { id, variants } = await addSizedProduct(here.shop, here.admin, { sizes: { S: 1, M: 5 } })
  await saveVariants(here.shop, here.admin, id, [{ values: ["s"], uncounted: true }])
  const buyer = await addBuyer(here.shop)
  await buy(here.shop, buyer, variants.s ?? "", 9)
  await buy(here.shop, buyer, variants.m ?? "", 2)
  const read = async () => (await findProduct(here.shop, id)).variants.map(({ stock, uncounted }) => [stock, uncounted])
  expect(await read()).toEqual([
    [UNCOUNTED_STOCK, true],
    [3, false],
  ])
  await expect(saveVariants(here.shop, here.admin, id, [{ values: ["s"], uncounted: false }])).rejects.toMatchObject({
    field: "variants[0].stock",
  })
  await saveVariants(here.shop, here.admin, id, [{ values: ["s"], uncounted: false, stock: 4 }])
  expect(await read()).toEqual([
    [4, false],
    [3, false],
  ])
  await expectInvariants(here.shop)
})

test("products with a variant that is sold without counting are found in the list of products by an index", async () => {
  const whole = await product({ name: "Voucher card", uncounted: true })
  const full = await product({ name: "Full card", stock: UNCOUNTED_STOCK })
  const { id: shirt } = await addSizedProduct(here.shop, here.admin, { name: "Card shirt", sizes: { S: 3, M: 2 } })
  const found = async () => {
    const filter = ProductTableFilter.parse({ stock: "uncounted", search: "card" })
    return (await listProductTable(here.shop, here.admin, filter)).products.map(({ id }) => id)
  }
  expect(await found()).toEqual([whole])
  await saveVariants(here.shop, here.admin, shirt, [{ values: ["m"], uncounted: true }])
  expect(new Set(await found())).toEqual(new Set([whole, shirt]))
  await saveVariants(here.shop, here.admin, shirt, [{ values: ["m"], sold: false }])
  expect(await found()).not.toContain(full)
  expect(await found()).toEqual([whole])
  const plan = await here.shop.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const query = matchingProducts({ ...here.shop, db }, ProductTableFilter.parse({ stock: "uncounted" }))
    return JSON.stringify(await query.select("products.id").explain("text"))
  })
  expect(plan).toContain("variants_with_full_stock")
})

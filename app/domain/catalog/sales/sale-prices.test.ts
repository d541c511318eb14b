import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import type { Shop } from "~/domain/shop"
import { readCatalogVersion } from "~/domain/versions/versions.server"
import { transaction } from "~/start/transaction.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { openDatabase, openPool } from "~db/database.server"
import { updateProduct } from "../editing/update-product.server"
import { findEditedProduct, findProduct } from "../find-product.server"
import type { ProductChanges, ProductFields } from "../product"
import { setOptions } from "../variants/options.server"
import { saveVariants } from "../variants/save-variants.server"
import { updateSalePrices } from "./update-sale-prices.server"

const here = openOrdersTest()

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [yesterday, today, tomorrow] = [dayFromNow(-1), dayFromNow(0), dayFromNow(1)]
const sale = { salePrice: 600, saleFrom: today, saleUntil: today }
const planned = { salePrice: 600, saleFrom: tomorrow, saleUntil: tomorrow }

const product = (fields: Partial<ProductFields> = {}) => shelve(here.shop, here.admin, { price: 1_000, ...fields })
const edit = (id: string, changes: ProductChanges) => updateProduct(here.shop, here.admin, id, changes)
const shown = async (id: string) => {
  const { price, compareAtPrice, priorPrice } = await findProduct(here.shop, id)
  return [price, compareAtPrice, priorPrice]
}
const set = async (id: string) => (await findEditedProduct(here.shop, id)).setPrices

/** Uses the database's clock */
const setMoment = (id: string, column: "sale_from" | "sale_until", milliseconds: number) =>
  sql`update variants set ${sql.ref(column)} = clock_timestamp() + ${milliseconds} * interval '1 ms'
    where id = ${id}`.execute(here.shop.db)

describe("the price of today", () => {
  test.each<[Partial<ProductFields>, (number | null)[]]>([
    [sale, [600, 1_000, null]],
    [{ salePrice: 600 }, [600, 1_000, null]],
    [{ ...sale, compareAtPrice: 1_200 }, [600, 1_200, null]],
    [planned, [1_000, null, null]],
    [{ ...planned, compareAtPrice: 1_200 }, [1_000, 1_200, null]],
    [{ ...sale, saleFrom: null, saleUntil: yesterday }, [1_000, null, null]],
  ])("of a new product with %j is %j", async (fields, prices) => {
    const id = await product(fields)
    expect(await shown(id)).toEqual(prices)
    const { salePrice = null, saleFrom = null, saleUntil = null, compareAtPrice = null } = fields
    expect(await set(id)).toEqual({ price: 1_000, compareAtPrice, salePrice, saleFrom, saleUntil })
  })

  test("follows an edit of the sale, and returns when the sale is removed", async () => {
    const id = await product()
    await edit(id, sale)
    expect(await shown(id)).toEqual([600, 1_000, 1_000])
    await edit(id, { price: 1_100, salePrice: 500 })
    expect(await shown(id)).toEqual([500, 1_100, 1_000])
    await edit(id, { saleFrom: tomorrow, saleUntil: tomorrow })
    expect(await shown(id)).toEqual([1_100, null, null])
    await edit(id, { salePrice: null })
    expect(await set(id)).toEqual({
      ...{ price: 1_100, compareAtPrice: null },
      ...{ salePrice: null, saleFrom: null, saleUntil: null },
    })
  })

  test.each<[ProductChanges, string]>([
    [{ salePrice: 1_000 }, "salePrice"],
    [{ ...sale, price: 500 }, "salePrice"],
    [{ salePrice: null, saleFrom: today }, "salePrice"],
    [{ ...sale, saleFrom: tomorrow }, "saleUntil"],
  ])("is refused at its field: %j", async (changes, field) => {
    await expect(edit(here.mug, changes)).rejects.toMatchObject({ kind: "invalid", field })
  })

  test("is the price to pay for a client that knows no sales", async () => {
    const id = await product(sale)
    await edit(id, { price: 600, name: "Cup" })
    expect(await shown(id)).toEqual([600, 1_000, null])
    expect(await set(id)).toMatchObject({ price: 1_000, ...sale })
    await edit(id, { price: 700 })
    expect(await shown(id)).toEqual([700, 1_000, 600])
    expect(await set(id)).toMatchObject({ price: 700, salePrice: null })
    const later = await product(planned)
    await edit(later, { price: 900 })
    expect(await set(later)).toMatchObject({ price: 900, ...planned })
    await expect(edit(later, { price: 500 })).rejects.toMatchObject({ field: "salePrice" })
  })

  test("is also the one to pay when a script writes only the price", async () => {
    const [live, later] = [await product(sale), await product(planned)]
    const write = (id: string, price: number) =>
      here.shop.db.updateTable("variants").set({ price }).where("id", "=", id).execute()
    await write(live, 800)
    await write(later, 800)
    expect([await set(live), await set(later)]).toMatchObject([
      { price: 800, salePrice: null },
      { price: 800, salePrice: 600 },
    ])
    await write(later, 500)
    expect(await set(later)).toMatchObject({ price: 500, salePrice: null })
  })

  test("is in the audit log with the sale", async () => {
    const id = await product()
    await edit(id, sale)
    const log = here.shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id", "desc")
    expect(await log.executeTakeFirst()).toMatchObject({ before: { salePrice: null }, after: sale })
  })
})

describe("a version", () => {
  test("has its own sale, and the product has the lowest price of today", async () => {
    const { id, variants } = await addSizedProduct(here.shop, here.admin, { sizes: { S: 2, M: 5 } })
    const before = (await findProduct(here.shop, id)).price
    const reduced = { salePrice: before - 100, saleFrom: today, saleUntil: today }
    await saveVariants(here.shop, here.admin, id, [{ values: ["m"], ...reduced }])
    expect(await shown(id)).toEqual([before - 100, before, before])
    const { variants: shownVariants } = await findProduct(here.shop, id)
    expect(shownVariants.map(({ price, isOnSale }) => [price, isOnSale])).toEqual([
      [before, false],
      [before - 100, true],
    ])
    await saveVariants(here.shop, here.admin, id, [{ values: ["l"], sold: true, stock: 1 }]).catch(() => {})
    await setMoment(variants.m ?? "", "sale_until", 200)
    await updateSalePrices(here.shop)
    expect(await shown(id)).toEqual([before, null, null])
    await expect(saveVariants(here.shop, here.admin, id, [{ values: ["s"], salePrice: before }])).rejects.toMatchObject(
      { field: "variants[0].salePrice" },
    )
  })

  test("of new options keeps the sale of its product, and its price outside of the sale", async () => {
    const id = await product(sale)
    await setOptions(here.shop, here.admin, id, [{ name: "Size", values: [{ name: "S" }, { name: "M" }] }])
    await saveVariants(here.shop, here.admin, id, [{ values: ["m"], sold: true }])
    const { variants } = await findProduct(here.shop, id)
    expect(variants.map(({ price, regularPrice, salePrice }) => [price, regularPrice, salePrice])).toEqual([
      [600, 1_000, 600],
      [1_000, null, null],
    ])
  })
})

describe("the moment of a sale", () => {
  /** A second process on the same database */
  function openAnother(): Shop {
    const db = openDatabase(openPool({ url: here.databaseUrl, max: 3 }))
    const queryable = { ...here.shop, db }
    return { ...here.shop, db, transaction: (work) => transaction(queryable, work) }
  }

  test("begins and ends it once among several processes, within a second", async () => {
    const id = await product(planned)
    const other = openAnother()
    await setMoment(id, "sale_from", 300)
    expect(await shown(id)).toEqual([1_000, null, null])
    const before = await readCatalogVersion(here.shop)
    await Promise.all([updateSalePrices(here.shop), updateSalePrices(other)])
    expect(await shown(id)).toEqual([600, 1_000, 1_000])
    expect((await readCatalogVersion(here.shop)).version).toBe(before.version + 1)
    await setMoment(id, "sale_until", 300)
    expect(await shown(id)).toEqual([600, 1_000, 1_000])
    await Promise.all([updateSalePrices(here.shop), updateSalePrices(other)])
    expect(await shown(id)).toEqual([1_000, null, null])
    const past = await sql<{ price: number }>`
      select price from past_prices where variant_id = ${id} order by ended_at`.execute(here.shop.db)
    expect(past.rows).toEqual([{ price: 1_000 }, { price: 600 }])
    await other.db.destroy()
  })

  test("that passed while no process ran is applied by the next one, for many products", async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => product(planned)))
    await sql`update variants set sale_from = clock_timestamp() + interval '100 ms',
      sale_until = case when id = ${ids[0]} then clock_timestamp() + interval '150 ms' else sale_until end
      where id = any(${ids})`.execute(here.shop.db)
    await sql`select pg_sleep(0.2)`.execute(here.shop.db)
    expect((await Promise.all(ids.map(shown))).map(([price]) => price)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
    await updateSalePrices(here.shop)
    expect((await Promise.all(ids.map(shown))).map(([price]) => price)).toEqual([1_000, 600, 600, 600, 600])
  })

  test("is not waited for if it is far off, nor by a process that stops", async () => {
    const id = await product(planned)
    await updateSalePrices(here.shop)
    await setMoment(id, "sale_from", 900)
    const stopping = new AbortController()
    const waiting = updateSalePrices(here.shop, stopping.signal)
    stopping.abort()
    await expect(waiting).rejects.toThrow()
    expect(await shown(id)).toEqual([1_000, null, null])
    await edit(id, { salePrice: null })
  })
})

test("stored prices, sales and units do not contradict each other", () => expectInvariants(here.shop))

import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { restoreOrder, softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { flushSearches, recordSearch } from "~/domain/search/popular/popular-searches.server"
import { addBuyer, addProduct, moveStock, setPrice, takeOffSale } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { buy } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import {
  deleteOldChanges,
  EVERYTHING,
  optionOf,
  readCatalogChanges,
  reviewsOf,
  SEARCHES,
  type Snapshot,
  unitsOf,
} from "./catalog-changes.server"
import { updateProduct } from "./editing/update-product.server"
import { setOptions } from "./variants/options.server"
import { saveVariants } from "./variants/save-variants.server"

let here: TestShop
let product: string
let buyer: Member
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  product = await addProduct(here.shop, { stock: 500 })
  buyer = await addBuyer(here.shop)
  admin = await anAdmin(here.shop)
})
afterAll(() => here?.close())

/** Returns the changes that the first query after some work reports. */
async function invalidatedBy(work: () => Promise<unknown>): Promise<string[]> {
  const { snapshot } = await readCatalogChanges(here.shop, null)
  await work()
  return (await readCatalogChanges(here.shop, snapshot)).tags.sort()
}

describe("a change is reported once it is committed", () => {
  const facts: Record<string, () => Promise<unknown>> = {
    "a new product": () => addProduct(here.shop, { stock: 0 }),
    "a price": () => setPrice(here.shop, product, 4_900),
    "a sale": () => updateProduct(here.shop, admin, product, { price: 4_800, compareAtPrice: 4_900 }),
    "a deletion": async () => takeOffSale(here.shop, await addProduct(here.shop)),
    "a name": () => here.shop.db.updateTable("products").set({ name: "Oak tray" }).where("id", "=", product).execute(),
    "a product that runs out": async () => moveStock(here.shop, await addProduct(here.shop, { stock: 1 }), -1),
    "a rating": () => leaveReview(here.shop, buyer, { productId: product, rating: 4, comment: "Good." }),
    "a description with other words": async () =>
      updateProduct(here.shop, admin, product, { desc: "Entirely different" }),
  }

  test.each(Object.entries(facts))("%s may change every response", async (_, work) => {
    expect(await invalidatedBy(work)).toContain(EVERYTHING)
  })

  const units = () => unitsOf(product)
  const reviews = () => reviewsOf(product)

  test("a few of many units change only pages that count them", async () => {
    expect(await invalidatedBy(() => moveStock(here.shop, product, -1))).toEqual([units()])
    expect(await invalidatedBy(() => moveStock(here.shop, product, 1))).toEqual([units()])
  })

  test("a purchase changes these and verifies a review; so may its refund, and the deletion of its order", async () => {
    let order = ""
    expect(await invalidatedBy(async () => (order = await buy(here.shop, buyer, product)))).toEqual([
      reviews(),
      units(),
    ])
    expect(await invalidatedBy(() => refundOrder(here.shop, admin, order, { amount: "whole" }))).toEqual([reviews()])
    expect(await invalidatedBy(() => softDeleteOrder(here.shop, admin, order))).toEqual([reviews()])
    expect(await invalidatedBy(() => restoreOrder(here.shop, admin, order))).toEqual([reviews()])
  })

  test("units of a size change pages that count them; the last unit those that count or filter by the size; neither changes the counts", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 2, M: 5 } })
    const [s, m] = [variants.s ?? "", variants.m ?? ""]
    const version = () => sql`select version from catalog_version`.execute(here.shop.db).then(({ rows }) => rows)
    const before = await version()
    expect(await invalidatedBy(() => moveStock(here.shop, s, -1))).toEqual([unitsOf(id)])
    expect(await invalidatedBy(() => moveStock(here.shop, s, -1))).toEqual([optionOf("size=s"), unitsOf(id)])
    expect(await invalidatedBy(() => moveStock(here.shop, s, 3))).toEqual([
      optionOf("size"),
      optionOf("size=s"),
      unitsOf(id),
    ])
    const exchange = here.shop.db.insertInto("stock_ledger").values([
      { variant_id: s, change: 1, reason: "correction" },
      { variant_id: m, change: -1, reason: "correction" },
    ])
    expect(await invalidatedBy(() => exchange.execute())).toEqual([unitsOf(id)])
    expect(await version()).toEqual(before)
    expect(await invalidatedBy(() => moveStock(here.shop, s, -4).then(() => moveStock(here.shop, m, -4)))).toContain(
      EVERYTHING,
    )
    expect(await version()).toEqual(before)
  })

  test("a variant's own facts change pages that name the product; its price, its SKU and its order among the options change everything", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 2, M: 5 } })
    const save = (change: object) =>
      invalidatedBy(() => saveVariants(here.shop, admin, id, [{ values: ["s"], ...change }]))
    expect(await save({ weightGrams: 700 })).toEqual([id])
    expect(await save({ stock: 3 })).toEqual([unitsOf(id)])
    expect(await save({ sold: false })).toEqual([id, optionOf("size=s"), unitsOf(id)].sort())
    expect(await save({ sold: true })).toContain(optionOf("size=s"))
    expect(await save({ sku: "CJ-S" })).toContain(EVERYTHING)
    expect(await save({ price: 4_900 })).toContain(EVERYTHING)
    expect(await invalidatedBy(() => setPrice(here.shop, variants.m ?? "", 4_950))).toContain(EVERYTHING)
    expect(
      await invalidatedBy(() =>
        setOptions(here.shop, admin, id, [{ name: "Length", was: 0, values: [{ name: "S" }, { name: "M" }] }]),
      ),
    ).toContain(EVERYTHING)
  })

  test("the text of a review with the same rating changes only pages that show reviews", async () => {
    const words = sql`update reviews set comment = 'Even better.' where product_id = ${product}`
    expect(await invalidatedBy(() => words.execute(here.shop.db))).toEqual([reviews()])
  })

  test("a description with the same words changes only pages that name the product", async () => {
    const desc = sql`update product_descriptions set description = description || ' ' where product_id = ${product}`
    expect(await invalidatedBy(() => desc.execute(here.shop.db))).toEqual([product])
  })

  test("searches change when gathered writes are flushed, and not before", async () => {
    expect(await invalidatedBy(async () => recordSearch(here.shop, "tray", "ada"))).toEqual([])
    expect(await invalidatedBy(() => flushSearches(here.shop))).toEqual([SEARCHES])
    expect(await invalidatedBy(() => flushSearches(here.shop))).toEqual([])
  })

  test("changes that no visitor can see are not reported", async () => {
    const { id } = buyer
    expect(
      await invalidatedBy(() => here.shop.db.updateTable("users").set({ name: "B." }).where("id", "=", id).execute()),
    ).toEqual([])
    expect(await invalidatedBy(async () => {})).toEqual([])
  })
})

test("a change that begins before a query and ends after it is reported by the next one, whichever began first", async () => {
  const [early, late] = [await here.pool.connect(), await here.pool.connect()]
  try {
    const other = await addProduct(here.shop, { stock: 100 })
    const take = "insert into stock_ledger (variant_id, change, reason) values ($1, -1, 'correction')"
    const begun = await readCatalogChanges(here.shop, null)
    await early.query("begin")
    await early.query(take, [product])
    await late.query("begin")
    await late.query(take, [other])
    await late.query("commit")
    const first = await readCatalogChanges(here.shop, begun.snapshot)
    await early.query("commit")
    const second = await readCatalogChanges(here.shop, first.snapshot)
    const third = await readCatalogChanges(here.shop, second.snapshot)
    expect([first.tags, second.tags, third.tags]).toEqual([[unitsOf(other)], [unitsOf(product)], []])
  } finally {
    early.release()
    late.release()
  }
})

test("concurrent sales of different products do not wait for the record of changes", async () => {
  const other = await addProduct(here.shop, { stock: 100 })
  const open = await here.pool.connect()
  try {
    await open.query("begin")
    await open.query("insert into stock_ledger (variant_id, change, reason) values ($1, -1, 'correction')", [product])
    await moveStock(here.shop, other, -1)
  } finally {
    await open.query("rollback")
    open.release()
  }
})

test("another server, or the same one after a restart, may number its transactions differently: everything remembered is invalid", async () => {
  const { snapshot } = await readCatalogChanges(here.shop, null)
  const other = { ...snapshot, startedAt: snapshot.startedAt - 1 }
  expect((await readCatalogChanges(here.shop, other)).tags).toEqual([EVERYTHING])
  expect((await readCatalogChanges(here.shop, snapshot)).tags).toEqual([])
})

describe("an hour later", () => {
  /** Lets an hour pass for the recorded changes, and runs the hourly sweep. */
  async function sweepAfterAnHour() {
    await sql`update catalog_changes set noted_at = noted_at - interval '61 minutes'`.execute(here.shop.db)
    await deleteOldChanges(here.shop)
  }
  const snapshotNow = async () => (await readCatalogChanges(here.shop, null)).snapshot
  const oldestOf = ({ transactions }: Snapshot) => transactions.split(":")[0]
  const noted = () =>
    here.shop.db.selectFrom("catalog_changes").select("xid").where("subject", "=", unitsOf(product)).execute()
  /** Sooner or later: a transaction in progress in another database of the server delays it as well. */
  async function expectToBeForgotten() {
    await expect.poll(async () => sweepAfterAnHour().then(noted), { timeout: 10_000 }).toEqual([])
  }

  test("changes are deleted, but only an hour after they could last be queried", async () => {
    await deleteOldChanges(here.shop)
    const { snapshot } = await readCatalogChanges(here.shop, null)
    await moveStock(here.shop, product, -1)
    await deleteOldChanges(here.shop)
    await deleteOldChanges(here.shop)
    expect((await readCatalogChanges(here.shop, snapshot)).tags).toEqual([unitsOf(product)])
    await expectToBeForgotten()
    // A process that was suspended for so long asks here: it cannot know what it has missed.
    expect((await readCatalogChanges(here.shop, snapshot)).tags).toEqual([EVERYTHING])
    const recent = await readCatalogChanges(here.shop, null)
    expect((await readCatalogChanges(here.shop, recent.snapshot)).tags).toEqual([])
  })

  test("a change written an hour before its commit is still reported", async () => {
    const long = await here.pool.connect()
    try {
      await long.query("begin")
      await long.query("insert into stock_ledger (variant_id, change, reason) values ($1, -1, 'correction')", [product])
      const { rows } = await long.query<{ xid: string }>("select pg_current_xact_id()::text as xid")
      // No older transaction is open in another database of the server.
      await expect.poll(async () => oldestOf(await snapshotNow())).toBe(rows[0]?.xid)
      const snapshot = await snapshotNow()
      await sweepAfterAnHour()
      await sql`update catalog_changes set noted_at = noted_at - interval '61 minutes'`.execute(here.shop.db)
      await long.query("commit")
      await sweepAfterAnHour()
      expect((await readCatalogChanges(here.shop, snapshot)).tags).toEqual([unitsOf(product)])
      await expectToBeForgotten()
    } finally {
      long.release()
    }
  })
})

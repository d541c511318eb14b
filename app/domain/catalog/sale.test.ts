import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { publishProduct } from "./editing/publish-product.server"
import { updateProduct } from "./editing/update-product.server"
import { findProduct } from "./find-product.server"
import { deletePastPrices } from "./past-prices.server"
import type { ProductChanges } from "./product"
import { CompareAtPrice } from "./variants/variant-record"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here?.close())

/** Gives a product a series of prices, and returns its prices afterwards. */
async function pricesOf(price: number, ...changes: (ProductChanges | "a month passes")[]) {
  const id = await shelve(here.shop, admin, { price })
  for (const change of changes) {
    if (change === "a month passes") await agePrices(id, 30)
    else await updateProduct(here.shop, admin, id, change)
  }
  const { price: now, compareAtPrice, priorPrice } = await findProduct(here.shop, id)
  return [now, compareAtPrice, priorPrice]
}

const agePrices = (id: string, days: number) =>
  sql`update past_prices set ended_at = ended_at - make_interval(days => ${days}) where variant_id = ${id}`.execute(
    here.shop.db,
  )

describe("a product on sale", () => {
  test("shows the lowest price of the 30 days before, even if its compare-at price is higher", async () => {
    expect(await pricesOf(100, { price: 80, compareAtPrice: 100 })).toEqual([80, 100, 100])
    expect(await pricesOf(100, { price: 120 }, { price: 90, compareAtPrice: 150 })).toEqual([90, 150, 100])
  })

  test("shows no price that had ended before that", async () => {
    const changes = [{ price: 40 }, { price: 120 }, "a month passes", { price: 90, compareAtPrice: 120 }] as const
    expect(await pricesOf(100, ...changes)).toEqual([90, 120, 120])
  })

  test("uses a sale of last week as the lowest price", async () => {
    const sale = { price: 60, compareAtPrice: 100 }
    expect(await pricesOf(100, sale, { price: 100, compareAtPrice: null }, sale)).toEqual([60, 100, 60])
  })

  test("may be reduced further within the same sale", async () => {
    expect(await pricesOf(100, { price: 80, compareAtPrice: 100 }, { price: 60 })).toEqual([60, 100, 100])
  })

  test("starts a new sale when its price rises, with the reduced price as the lowest", async () => {
    expect(await pricesOf(100, { price: 50, compareAtPrice: 100 }, { price: 90 })).toEqual([90, 100, 50])
  })

  test("is no longer on sale when the price returns to the compare-at price, or that is removed", async () => {
    const sale = { price: 80, compareAtPrice: 100 }
    expect(await pricesOf(100, sale, { price: 100 })).toEqual([100, null, null])
    expect(await pricesOf(100, sale, { compareAtPrice: null })).toEqual([80, null, null])
    expect(await pricesOf(100, sale, { name: "Cup" })).toEqual([80, 100, 100])
  })

  test("can be published on sale, and then has no earlier price", async () => {
    const fields = { name: "New", desc: "New.", category: "Kitchen", price: 80, stock: 1 } as const
    const id = await publishProduct(here.shop, admin, { ...fields, compareAtPrice: 100 })
    expect(await findProduct(here.shop, id)).toMatchObject({ price: 80, compareAtPrice: 100, priorPrice: null })
  })

  test("costs less than before: anything else is refused at its field", async () => {
    const refusal = { kind: "invalid", field: "compareAtPrice" }
    const id = await shelve(here.shop, admin, { price: 100 })
    for (const changes of [{ compareAtPrice: 100 }, { price: 120, compareAtPrice: 110 }]) {
      await expect(updateProduct(here.shop, admin, id, changes)).rejects.toMatchObject(refusal)
    }
    await expect(shelve(here.shop, admin, { price: 100, compareAtPrice: 99 })).rejects.toMatchObject(refusal)
    expect(await findProduct(here.shop, id)).toMatchObject({ price: 100, compareAtPrice: null })
  })

  test("is in the audit log with both prices", async () => {
    const id = await shelve(here.shop, admin, { price: 100 })
    await updateProduct(here.shop, admin, id, { price: 80, compareAtPrice: 100 })
    const log = here.shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id", "desc")
    expect(await log.executeTakeFirst()).toMatchObject({
      before: { price: 100, compareAtPrice: null },
      after: { price: 80, compareAtPrice: 100 },
    })
  })
})

test("a compare-at price is an amount, or 0 for none", () => {
  expect(["12.50", 3, "0", 0, "999999.99"].map((typed) => CompareAtPrice.parse(typed))).toEqual([
    1_250,
    300,
    null,
    null,
    99_999_999,
  ])
  for (const typed of ["-1", "much", "1000000", "1.234", "9".repeat(200), {}, []]) {
    expect(CompareAtPrice.safeParse(typed).success).toBe(false)
  }
})

test("prices are deleted once no sale has to show them", async () => {
  const id = await shelve(here.shop, admin, { price: 100 })
  const kept = () => here.shop.db.selectFrom("past_prices").select("price").where("variant_id", "=", id).execute()
  await updateProduct(here.shop, admin, id, { price: 90 })
  await agePrices(id, 32)
  await updateProduct(here.shop, admin, id, { price: 80 })
  await agePrices(id, 29)
  await deletePastPrices(here.shop)
  expect(await kept()).toEqual([{ price: 90 }])
})

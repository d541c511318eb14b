import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openSandboxGateway } from "~/adapters/sandbox-gateway.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { updateSalePrices } from "~/domain/catalog/sales/update-sale-prices.server"
import type { Queryable, Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import { addBuyers, addProduct, goodCard } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"
import { payWithCard } from "../payment/checkout-payment.server"
import { startCheckout } from "./start-checkout.server"

let open: TestShop
let other: Shop

beforeAll(async () => {
  open = await openTestShop()
  const queryable: Queryable = { ...open.shop, db: openDatabase(openPool({ url: open.databaseUrl, max: 10 })) }
  other = {
    ...open.shop,
    ...queryable,
    payments: openSandboxGateway({ db: queryable.db, now: queryable.now, url: queryable.identity.url }),
    transaction: (work) => transaction(queryable, work),
  }
})
afterAll(async () => {
  await other?.db.destroy()
  await open?.close()
})

const BUYERS = 24

test("orders around the moment of a sale, in two processes, each have one price, and units add up", async () => {
  const [counted, uncounted] = await Promise.all([0, 1].map(() => addProduct(open.shop, { price: 1_000, stock: 40 })))
  await updateProduct(open.shop, await anAdmin(open.shop), uncounted ?? "", { uncounted: true })
  const buyers = await addBuyers(open.shop, BUYERS)
  await sql`
    update variants set sale_price = 600, sale_from = clock_timestamp() + interval '400 ms'
    where id in (${counted}, ${uncounted})`.execute(open.shop.db)
  const moving = [open.shop, other].map((shop) => updateSalePrices(shop))
  const buying = buyers.map(async (buyer, index) => {
    const shop = index % 2 === 0 ? open.shop : other
    await sleep(index * 40)
    const lines = [counted, uncounted].map((id) => ({ variantId: id ?? "", quantity: 1 }))
    const { id } = await startCheckout(shop, buyer, lines, null)
    return payWithCard(shop, buyer, goodCard, id)
  })
  const outcomes = await Promise.all(buying)
  await Promise.all(moving)
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(BUYERS).fill("ordered"))
  const { rows } = await sql<{ prices: number[]; items: number }>`
    select array_agg(distinct order_lines.price::integer) as prices, item_price as items
    from orders join order_lines on order_lines.order_id = orders.id group by orders.id`.execute(open.shop.db)
  for (const { prices, items } of rows)
    expect([
      [[1_000], 2_000],
      [[600], 1_200],
    ]).toContainEqual([prices, items])
  expect(new Set(rows.map(({ items }) => items)).size).toBe(2)
  const { rows: units } = await sql<{ stock: number; units: number }>`
    select stock, (select sum(change)::integer from stock_ledger where variant_id = variants.id) as units
    from variants where id in (${counted}, ${uncounted}) order by stock`.execute(open.shop.db)
  expect(units).toEqual([
    { stock: 40 - BUYERS, units: 40 - BUYERS },
    { stock: 999_999, units: 40 - BUYERS },
  ])
  await expectInvariants(open.shop)
})

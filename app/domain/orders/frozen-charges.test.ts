import { beforeAll, expect, test } from "vitest"
import { billLines } from "~/domain/pricing/bill"
import { defaultRules, type PricingRules } from "~/domain/pricing/rules"
import { SettingsMemory } from "~/domain/settings/settings-memory.server"
import type { Shop } from "~/domain/shop"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { buy, openOrdersTest, shelve } from "~/testing/shop/test-orders.server"
import { refundOrder } from "./cancellation/refund-order.server"
import { unitsToSend } from "./order"
import { findOrder } from "./orders.server"

const here = openOrdersTest()

const rulesOfYesterday: PricingRules = {
  ...defaultRules,
  zones: defaultRules.zones.map((zone) => ({
    ...zone,
    methods: zone.methods.map((method) => ({
      ...method,
      steps: [{ from: 0, to: null, price: 700 }],
      freeAbove: 20_000,
    })),
  })),
  taxes: {
    ...defaultRules.taxes,
    rates: defaultRules.taxes.rates.flatMap((rate) => [
      { ...rate, name: "GST", rate: 50_000 },
      { ...rate, name: "PST", rate: 99_750 },
    ]),
  },
}

/** The shop under other rules */
let yesterday: Shop
beforeAll(() => {
  class OtherRules extends SettingsMemory {
    override get current() {
      return { ...super.current, pricing: rulesOfYesterday }
    }
  }
  yesterday = { ...here.shop, settings: new OtherRules(here.shop.db) }
})

test("an order keeps its taxes by name and rate, and is refunded by them, whatever applies today", async () => {
  const { shop, ada, admin } = here
  const lamp = await shelve(shop, admin, { name: "Lamp", price: 3_333 })
  const id = await buy(yesterday, ada, lamp, 3)
  const order = await findOrder(shop, ada, id)
  expect(billLines(order).map(({ label, amount }) => [label, amount])).toEqual([
    ["Subtotal", 9_999],
    ["Shipping", 700],
    ["Tax (GST)", 500],
    ["Tax (PST)", 997],
    ["Total", 12_196],
  ])
  expect(order.lines[0]).toMatchObject({
    adjustments: [],
    taxes: [
      { name: "GST", rate: 50_000, amount: 500 },
      { name: "PST", rate: 99_750, amount: 997 },
    ],
  })
  const units = [{ line: order.lines[0]?.id ?? "", quantity: 1 }]
  const parts = []
  for (let unit = 0; unit < 3; unit++) parts.push(await refundOrder(shop, admin, id, { units }))
  expect(parts).toEqual([3_832, 3_832, 3_832])
  expect(await refundOrder(shop, admin, id, { amount: 700 })).toBe(700)
  expect(await findOrder(shop, ada, id)).toMatchObject({ refunded: 12_196, payment: { status: "refunded" } })
  await expectInvariants(shop)
})

test("the discount of a line is refunded in proportion", async () => {
  const { shop, ada, admin, mug } = here
  const id = await buy(shop, ada, mug, 3)
  const adjustments = JSON.stringify([{ label: "Spring", amount: -500 }])
  const taxes = JSON.stringify([{ name: "GST", rate: 100_000, amount: 250 }])
  await shop.db.updateTable("order_lines").set({ adjustments, taxes }).where("order_id", "=", id).execute()
  const discounted = { discount_price: 500, tax_price: 250, total_price: 5_250 }
  await shop.db.updateTable("orders").set(discounted).where("id", "=", id).execute()
  const order = await findOrder(shop, ada, id)
  expect(order.adjustments).toEqual([{ label: "Spring", amount: -500 }])
  const units = [{ line: order.lines[0]?.id ?? "", quantity: 1 }]
  const parts = [1, 2, 3].map(() => refundOrder(shop, admin, id, { units }))
  expect((await Promise.all(parts)).sort()).toEqual([916, 917, 917])
  expect(unitsToSend(await findOrder(shop, ada, id))).toBe(0)
})

test("the database rejects an order that does not add up", async () => {
  const { shop, ada, mug } = here
  const id = await buy(shop, ada, mug)
  const raise = shop.db.updateTable("orders").set({ tax_price: 101 }).where("id", "=", id).execute()
  await expect(raise).rejects.toThrow("orders_add_up")
})

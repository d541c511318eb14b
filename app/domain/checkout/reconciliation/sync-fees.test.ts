import { expect, test } from "vitest"
import type { GatewayFee } from "~/domain/payments/gateway"
import type { Shop } from "~/domain/shop"
import { addProduct } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { buy } from "~/testing/shop/test-orders.server"
import { syncFees } from "./sync-fees.server"

const here = openCheckoutTest()

const stored = () => here.shop.db.selectFrom("gateway_fees").selectAll().orderBy("created_at").execute()

test("nothing is asked before the first payment", async () => {
  await syncFees(withFees(() => Promise.reject(new Error("asked"))))
  expect(await stored()).toEqual([])
})

test("each fee is stored once, in however many rounds it is listed", async () => {
  const tray = await addProduct(here.shop, { price: 5_000, stock: 10 })
  await buy(here.shop, here.ada, tray, 2)
  await syncFees(here.shop)
  await syncFees(here.shop)
  const [fee, ...others] = await stored()
  expect(others).toEqual([])
  const { intent_id } = await here.shop.db.selectFrom("payments").select("intent_id").executeTakeFirstOrThrow()
  expect(fee).toMatchObject({ kind: "payment", intent_id, occurrence: null, currency: "USD" })
  expect(fee?.amount).toBeGreaterThan(25)
})

test("a list that is cut is read in shorter windows, and then further back", async () => {
  const tray = await addProduct(here.shop, { price: 5_000, stock: 10 })
  await buy(here.shop, here.ada, tray, 1)
  const now = here.shop.now().getTime()
  await here.shop.db.deleteFrom("gateway_cursors").where("name", "=", "fees").execute()
  await here.shop.db
    .updateTable("payments")
    .set({ created_at: new Date(now - 3 * 24 * 3_600_000) })
    .execute()
  const fees = Array.from({ length: 25 }, (_, at) => feeAt(at, new Date(now - at * 7 * 60_000)))
  const asked: number[] = []
  const shop = withFees(async (from, until) => {
    asked.push(until.getTime() - from.getTime())
    const within = fees.filter(({ createdAt }) => createdAt >= from && createdAt <= until)
    const listed = within.slice(0, 5)
    return { fees: listed, cutAt: within.length > 5 ? (listed.at(-1)?.createdAt ?? null) : null }
  })
  for (let rounds = 0; rounds < 4; rounds++) await syncFees(shop)
  const ids = (await stored()).map(({ id }) => id)
  expect(fees.every(({ id }) => ids.includes(id))).toBe(true)
  expect(Math.min(...asked)).toBeLessThan(3 * 3_600_000)
})

test("a list that fails moves no cursor, so that the next round reads it again", async () => {
  const cursor = () =>
    here.shop.db.selectFrom("gateway_cursors").select("seen_until").where("name", "=", "fees").executeTakeFirst()
  const before = await cursor()
  await expect(syncFees(withFees(() => Promise.reject(new Error("out of order"))))).rejects.toThrow("out of order")
  expect(await cursor()).toEqual(before)
})

function withFees(feesBetween: Shop["payments"]["feesBetween"]): Shop {
  return { ...here.shop, payments: { ...here.shop.payments, feesBetween } }
}

function feeAt(at: number, createdAt: Date): GatewayFee {
  const shared = { kind: "payment", occurrence: null, amount: 100, currency: "USD" } as const
  return { ...shared, id: `txn_${at}`, intentId: `pi_${at}`, createdAt }
}

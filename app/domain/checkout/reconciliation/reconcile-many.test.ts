import pLimit from "p-limit"
import { expect, test } from "vitest"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { addBuyers, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { reconcilePayments, releaseExpiredHolds } from "./reconcile-payments.server"

const ANY = /./
const LATENCY = 300

const here = openStripeTest(openTestShop, { stock: 400 })

/** The number of shoppers about to pay; the last ones have paid and closed their browser. */
async function openMany(count: number, paid: number): Promise<string[]> {
  const buyers = await addBuyers(here.shop, count)
  const inTurns = pLimit(50)
  const intents = await inTurns.map(buyers, async (buyer) => {
    const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }], null)
    return (await openPayment(here.shop, checkout, "intent")).id
  })
  for (const intent of intents.slice(count - paid)) here.stripe.cardholder.pay(intent)
  return intents
}

async function ordersOf(): Promise<number> {
  const { count } = await here.shop.db
    .selectFrom("order_lines")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("product_id", "=", here.tray)
    .executeTakeFirstOrThrow()
  return count
}

test("one round over 150 open payments at a slow gateway checks all, and finds all twenty paid ones", async () => {
  await openMany(150, 20)
  here.stripe.faults.delay(ANY, LATENCY)
  const began = performance.now()
  const { finished, waiting } = await reconcilePayments(here.shop)
  const took = performance.now() - began
  expect([finished, waiting, await ordersOf()]).toEqual([20, [], 20])
  // Sequential calls to the gateway would take 45 seconds.
  expect(took).toBeLessThan((150 * LATENCY) / 2)
  here.stripe.faults.end()
  here.clock.advance({ minutes: 16 })
  await expectInvariants(here.shop, { shelved: { [here.tray]: 400 }, gateway: stripeState(here.stripe) })
}, 90_000)

test("payments that a round did not reach come first in the next one", async () => {
  const intents = await openMany(30, 0)
  const stop = new AbortController()
  let asked: string[] = []
  const find = (id: string) => {
    asked.push(id)
    if (asked.length === 4) stop.abort()
    return here.shop.payments.find(id)
  }
  const counting = { ...here.shop, payments: { ...here.shop.payments, find } }
  await reconcilePayments(counting, stop.signal)
  const first = new Set(asked)
  expect(first.size).toBeLessThan(30)
  asked = []
  await reconcilePayments(counting)
  const late = intents.filter((id) => !first.has(id))
  // Eight are polled concurrently, in any order.
  const early = new Set(asked.slice(0, late.length + 8))
  expect(late.filter((id) => !early.has(id))).toEqual([])
  here.clock.advance({ minutes: 16 })
  await releaseExpiredHolds(here.shop)
})

test("a refund that keeps failing is retried less and less often, and delays no other", async () => {
  const [intent = ""] = await openMany(1, 1)
  await moveAway()
  here.stripe.faults.plan(/POST \/v1\/refunds$/, 500, { times: 99 })
  await reconcilePayments(here.shop)
  const tries = () => here.stripe.calls.filter((call) => call === "POST /v1/refunds").length
  const seen: number[] = []
  for (let minute = 0; minute < 32; minute++) {
    const before = tries()
    await processDueRefunds(here.shop)
    if (tries() > before) seen.push(minute)
    here.clock.advance({ minutes: 1 })
  }
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.length).toBeLessThan(8)
  here.stripe.faults.end()
  here.clock.advance({ hours: 1 })
  expect(await processDueRefunds(here.shop)).toEqual({ refunded: 1, waiting: [] })
  expect(here.stripe.account.refundsOf(intent)).toHaveLength(1)
  expect(await stockOf(here.shop, here.tray)).toBe(0)
})

/** The hold ends and someone else buys all units. */
async function moveAway(): Promise<void> {
  const { id } = await here.shop.db
    .selectFrom("checkout_lines")
    .innerJoin("checkouts", "checkouts.id", "checkout_id")
    .select("checkouts.id")
    .where("product_id", "=", here.tray)
    .executeTakeFirstOrThrow()
  await here.shop.db
    .insertInto("stock_ledger")
    .values([
      { variant_id: here.tray, change: 1, reason: "release", checkout_id: id },
      { variant_id: here.tray, change: -400, reason: "correction" },
    ])
    .execute()
  await here.shop.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", id).execute()
}

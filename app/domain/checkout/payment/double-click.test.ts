import type { KyselyPlugin } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { processRefund } from "~/domain/refunds/process-refund.server"
import type { Shop } from "~/domain/shop"
import { testAddress } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { openApiPayment } from "../api/open-api-payment.server"
import { placeApiOrder } from "../api/place-api-order.server"
import { startCheckout } from "../hold/start-checkout.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { finishPayment } from "../settlement/finish-payment.server"
import { openSecondProcess } from "../testing/second-process.server"
import { findPaymentStep, openOwnPayment } from "./checkout-payment.server"

/** Milliseconds that Stripe takes to open a payment here: longer than all retries of a quick refusal */
const SLOW = 1_600

const here = openStripeTest(openTestShop, { stock: 100 })
let second: Shop

beforeAll(() => {
  second = openSecondProcess(here)
})
afterAll(() => second?.db.destroy())

const CREATE = /POST \/v1\/payment_intents$/
const CART = () => [{ variantId: here.tray, quantity: 2 }]
const confirm = () => startCheckout(here.shop, here.ada, CART(), null)
const intents = () =>
  [...here.stripe.account.intents.values()].filter((intent) => intent.metadata.userId === here.ada.id)

/** Presses the button; returns the secret with which the browser's scripts will pay. */
async function press(by: Shop = here.shop): Promise<string> {
  const started = await openOwnPayment(by, here.ada, "intent")
  if (started.kind !== "open" || started.payment.clientSecret === null) throw new Error("there is nothing to pay")
  return started.payment.clientSecret
}

const call = (by: Shop = here.shop) => openApiPayment(by, here.ada, CART(), { amount: 13_500 })
const callUnclaimed = (by: Shop = here.shop) => openApiPayment(by, here.ada, [], { amount: 13_500 })

async function payFirst(secrets: string[]): Promise<void> {
  here.stripe.faults.end()
  const [intent, ...more] = intents()
  expect(more).toEqual([])
  expect(new Set(secrets)).toEqual(new Set([intent?.client_secret]))
  here.stripe.cardholder.pay(intent?.id ?? "")
}

const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 100 }, gateway: stripeState(here.stripe) })

describe("two presses while Stripe is slow", () => {
  test.each([
    ["both on the page", () => [press(), press()]],
    ["on pages of two processes", () => [press(), press(second)]],
    ["both through the API", () => [call(), call(second)]],
    ["one on the page and one through the API", () => [press(), call(second)]],
    ["both for an amount that belongs to nothing yet", () => [callUnclaimed(), callUnclaimed(second)]],
  ])("the second waits for the first and gets its response: %s", async (_, presses) => {
    await confirm()
    here.stripe.faults.delay(CREATE, SLOW)
    await payFirst(await Promise.all(presses()))
    here.clock.advance({ minutes: 16 })
    await agree()
  })

  test("the second gets the response that the first one did not wait for", async () => {
    await confirm()
    const hasty = openSecondProcess(here, { timeout: 300 })
    here.stripe.faults.delay(CREATE, SLOW / 2)
    const first = press(hasty).catch((error) => error)
    const secret = press()
    expect(await first).toMatchObject({ kind: "unavailable" })
    await payFirst([await secret])
    await hasty.db.destroy()
    await agree()
  })

  test("both are asked to try again when Stripe takes too long, and a third press gets the same payment", async () => {
    await confirm()
    const hasty = openSecondProcess(here, { timeout: 300 })
    here.stripe.faults.delay(CREATE, SLOW / 2)
    const both = await Promise.allSettled([press(hasty), call(hasty)])
    for (const one of both) expect(one).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } })
    await payFirst([await press()])
    await hasty.db.destroy()
    await agree()
  })

  test("no payment is left over if neither returns", async () => {
    await confirm()
    const hasty = openSecondProcess(here, { timeout: 300 })
    here.stripe.faults.delay(CREATE, SLOW / 2)
    await Promise.allSettled([press(hasty), press(hasty)])
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    expect(intents().map(({ status }) => status)).toEqual(["canceled"])
    await hasty.db.destroy()
    await agree()
  })

  test("neither holds a database connection while it waits", async () => {
    await confirm()
    here.stripe.faults.delay(CREATE, SLOW)
    const both = [press(), call()]
    await new Promise((resolve) => setTimeout(resolve, SLOW / 2))
    expect(here.pool.totalCount - here.pool.idleCount).toBe(0)
    await payFirst(await Promise.all(both))
    await agree()
  })
})

test("fifty presses in two processes, on the page and through the API, open one payment", async () => {
  await confirm()
  here.stripe.faults.delay(CREATE, SLOW / 2)
  const presses = Array.from({ length: 50 }, (_, at) => (at % 2 ? press : call)(at % 3 ? here.shop : second))
  await payFirst(await Promise.all(presses))
  await agree()
})

test("twenty concurrent calls for the same unclaimed amount open one payment, and the next after it is paid opens another", async () => {
  const calls = Array.from({ length: 20 }, (_, at) => callUnclaimed(at % 2 ? here.shop : second))
  await payFirst(await Promise.all(calls))
  const [id = ""] = (await callUnclaimed()).split("_secret_")
  expect(intents()).toHaveLength(2)
  here.stripe.cardholder.pay(id)
  for (const intent of intents()) {
    const orderedItems = CART().map(({ variantId: product, quantity }) => ({ product, quantity }))
    const sent = { orderedItems, shippingInfo: testAddress }
    const order = await placeApiOrder(here.shop, here.ada, { paymentInfo: { id: intent.id }, ...sent })
    expect(order.totals.total).toBe(13_500)
  }
  await agree()
})

test("a press for scripts and one for the hosted page leave one payable payment", async () => {
  await confirm()
  here.stripe.faults.delay(CREATE, SLOW / 2)
  const scripts = openOwnPayment(here.shop, here.ada, "intent").catch((error) => error)
  await new Promise((resolve) => setTimeout(resolve, SLOW / 4))
  const hosted = await openOwnPayment(second, here.ada, "hosted")
  expect(hosted).toMatchObject({ kind: "open", payment: { url: expect.any(String) } })
  await scripts
  expect(intents().map(({ status }) => status)).toEqual(["canceled"])
  if (hosted.kind === "open") here.stripe.cardholder.payOnPage(hosted.payment.id)
  await agree()
})

test("a refund requested twice while Stripe is slow is made once", async () => {
  const secret = await callUnclaimed()
  const [id = ""] = secret.split("_secret_")
  here.stripe.cardholder.pay(id)
  const down = { ...here.shop, payments: { ...here.shop.payments, refund: () => Promise.reject(new Error("not now")) } }
  const claim = { orderedItems: [{ product: here.tray, quantity: 1 }], shippingInfo: testAddress }
  await expect(placeApiOrder(down, here.ada, { paymentInfo: { id }, ...claim })).rejects.toMatchObject({
    kind: "invalid",
  })
  const query = here.shop.db.selectFrom("refunds").select("id").where("payment_intent_id", "=", id)
  const refund = await query.executeTakeFirstOrThrow()
  here.stripe.faults.delay(/POST \/v1\/refunds$/, SLOW)
  await Promise.all([processRefund(here.shop, refund.id), processRefund(second, refund.id)])
  here.stripe.faults.end()
  expect(here.stripe.account.refundsOf(id)).toHaveLength(1)
  await agree()
})

test("a page opened while its order is being written leads to the order", async () => {
  await confirm()
  await press()
  const [intent] = intents()
  here.stripe.cardholder.pay(intent?.id ?? "")
  let isFirst = true
  const late: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // Another request finishes the checkout and its payment between the page's two reads.
      if (isFirst) {
        isFirst = false
        await finishPayment(second, intent?.id ?? "")
      }
      return result
    },
  }
  const step = await findPaymentStep({ ...here.shop, db: here.shop.db.withPlugin(late) }, here.ada)
  expect(isFirst).toBe(false)
  expect(step).toEqual({ kind: "over", outcome: { kind: "ordered", orderId: expect.any(String) } })
  expect(await findPaymentStep(here.shop, here.ada)).toEqual(step)
  await agree()
})

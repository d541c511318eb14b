import { describe, expect, test } from "vitest"
import { addBuyer, countOrders, goodCard, stockOf, testAddress } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { OpenPaymentJson, PlaceOrderJson } from "../api/api-payment"
import { openApiPayment } from "../api/open-api-payment.server"
import { placeApiOrder } from "../api/place-api-order.server"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { reconcile } from "./reconcile.server"

const here = openCheckoutTest()

const confirmed = () => startCheckout(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }], null)
const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
const incidents = () =>
  here.shop.db
    .selectFrom("payment_incidents")
    .select(["kind", "resolved_at"])
    .where("user_id", "=", here.ada.id)
    .execute()

test("a payment whose browser was closed becomes an order, and administrators can see how", async () => {
  const { id } = await openPayment(here.shop, await confirmed(), "intent")
  await here.shop.payments.terminal?.confirm(id, goodCard)
  expect(await reconcile(here.shop)).toMatchObject({ finished: 1, waiting: [] })
  expect(await countOrders(here.shop, here.ada)).toBe(1)
  expect(await incidents()).toEqual([{ kind: "order-recovered", resolved_at: expect.any(Date) }])
  await agree()
})

test("a checkout with a payment in progress is left alone", async () => {
  await openPayment(here.shop, await confirmed(), "intent")
  expect(await reconcile(here.shop)).toEqual({ finished: 0, released: 0, refunded: 0, waiting: [] })
  expect(await stockOf(here.shop, here.tray)).toBe(8)
})

test("a hold without a payment attempt is released without asking the gateway", async () => {
  await confirmed()
  here.clock.advance({ minutes: 15 })
  const silent = { ...here.shop, payments: { ...here.shop.payments, find: refuse, cancel: refuse } }
  await reconcile(silent)
  expect(await stockOf(here.shop, here.tray)).toBe(10)
  await agree()
})

test("concurrent reconciliations do each thing once", async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => addBuyer(here.shop)))
  for (const [index, buyer] of buyers.entries()) {
    const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }], null)
    const { id } = await openPayment(here.shop, checkout, "intent")
    if (index % 2 === 0) await here.shop.payments.terminal?.confirm(id, goodCard)
  }
  here.clock.advance({ minutes: 16 })
  await Promise.all([1, 2, 3, 4].map(() => reconcile(here.shop)))
  expect(await stockOf(here.shop, here.tray)).toBe(7)
  await agree()
})

test("a payment that always fails does not stop others from being settled", async () => {
  const bob = await addBuyer(here.shop)
  const good = await openPayment(here.shop, await confirmed(), "intent")
  const bad = await openPayment(
    here.shop,
    await startCheckout(here.shop, bob, [{ variantId: here.tray, quantity: 1 }], null),
    "intent",
  )
  await here.shop.payments.terminal?.confirm(good.id, goodCard)
  const find = (id: string) => (id === bad.id ? refuse() : here.shop.payments.find(id))
  const { finished, waiting } = await reconcile({ ...here.shop, payments: { ...here.shop.payments, find } })
  expect(finished).toBe(1)
  expect(waiting).toEqual([`payment ${bad.id}: the gateway is on fire`])
})

describe("a payment of the API that no order has claimed", () => {
  const pay = async () => {
    const secret = (await openApiPayment(here.shop, here.ada, [], OpenPaymentJson.parse({ amount: 13_500 }))) ?? ""
    const payment = await here.shop.payments.terminal?.findBySecret(secret)
    return payment?.id ?? ""
  }
  const orderFor = (id: string) =>
    PlaceOrderJson.parse({
      paymentInfo: { id },
      orderedItems: [{ product: here.tray, quantity: 2 }],
      shippingInfo: testAddress,
    })

  test("waits for its order", async () => {
    const id = await pay()
    await here.shop.payments.terminal?.confirm(id, goodCard)
    await reconcile(here.shop)
    expect((await placeApiOrder(here.shop, here.ada, orderFor(id))).totals.total).toBe(13_500)
    await agree()
  })

  test("is refunded if no order is placed", async () => {
    const id = await pay()
    await here.shop.payments.terminal?.confirm(id, goodCard)
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    expect(await incidents()).toEqual([{ kind: "paid-without-order", resolved_at: expect.any(Date) }])
    await expect(placeApiOrder(here.shop, here.ada, orderFor(id))).rejects.toThrow("refunded in full")
    await agree()
  })

  test("is cancelled if it was never paid", async () => {
    const id = await pay()
    here.clock.advance({ minutes: 16 })
    await reconcile(here.shop)
    await expect(here.shop.payments.terminal?.confirm(id, goodCard)).rejects.toThrow("cancelled")
    await agree()
  })

  test("becomes one order or one refund under concurrent attempts", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await pay()
      await here.shop.payments.terminal?.confirm(id, goodCard)
      here.clock.advance({ minutes: 16 })
      await Promise.allSettled([
        placeApiOrder(here.shop, here.ada, orderFor(id)),
        reconcile(here.shop),
        reconcile(here.shop),
      ])
    }
    await agree()
  })
})

function refuse(): Promise<never> {
  return Promise.reject(new Error("the gateway is on fire"))
}

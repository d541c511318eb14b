import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { addBuyer, addProduct, countOrders, goodCard, stockOf, testAddress } from "~/testing/buyers.server"
import { expectInvariants } from "~/testing/expect-invariants.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import type { Member } from "../accounts/user"
import type { Shop } from "../shop"
import { OpenPaymentJson, PlaceOrderJson } from "./api/api-payment"
import { openApiPayment } from "./api/open-api-payment.server"
import { placeApiOrder } from "./api/place-api-order.server"
import { openPayment } from "./open-payment.server"
import { reconcile } from "./reconcile.server"
import { startCheckout } from "./start-checkout.server"

let open: TestShop
let shop: Shop
let ada: Member
let tray: string

beforeAll(async () => {
  open = await openTestShop()
  shop = open.shop
})
afterAll(() => open?.close())
beforeEach(async () => {
  ada = await addBuyer(shop)
  tray = await addProduct(shop, { price: 5_000, stock: 10 })
})

const confirmed = () => startCheckout(shop, ada, [{ product: tray, quantity: 2 }], null)
const agree = () => expectInvariants(shop, { shelved: { [tray]: 10 } })
const incidents = () =>
  shop.db.selectFrom("payment_incidents").select(["kind", "resolved_at"]).where("user_id", "=", ada.id).execute()

test("a payment whose browser was closed becomes an order, and the administrators can see that", async () => {
  const { id } = await openPayment(shop, await confirmed(), "intent")
  await shop.payments.terminal?.confirm(id, goodCard)
  expect(await reconcile(shop)).toMatchObject({ finished: 1, waiting: [] })
  expect(await countOrders(shop, ada)).toBe(1)
  expect(await incidents()).toEqual([{ kind: "order-recovered", resolved_at: expect.any(Date) }])
  await agree()
})

test("a checkout that is still being paid is left alone", async () => {
  await openPayment(shop, await confirmed(), "intent")
  expect(await reconcile(shop)).toEqual({ finished: 0, released: 0, refunded: 0, waiting: [] })
  expect(await stockOf(shop, tray)).toBe(8)
})

test("a hold that nobody tried to pay is released without asking the gateway", async () => {
  await confirmed()
  open.clock.advance({ minutes: 15 })
  const silent = { ...shop, payments: { ...shop.payments, find: refuse, cancel: refuse } }
  await reconcile(silent)
  expect(await stockOf(shop, tray)).toBe(10)
  await agree()
})

test("many processes reconciling at once do each thing once", async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => addBuyer(shop)))
  for (const [index, buyer] of buyers.entries()) {
    const checkout = await startCheckout(shop, buyer, [{ product: tray, quantity: 1 }], null)
    const { id } = await openPayment(shop, checkout, "intent")
    if (index % 2 === 0) await shop.payments.terminal?.confirm(id, goodCard)
  }
  open.clock.advance({ minutes: 16 })
  await Promise.all([1, 2, 3, 4].map(() => reconcile(shop)))
  expect(await stockOf(shop, tray)).toBe(7)
  await agree()
})

test("one payment that always fails does not keep the others from being settled", async () => {
  const bob = await addBuyer(shop)
  const good = await openPayment(shop, await confirmed(), "intent")
  const bad = await openPayment(shop, await startCheckout(shop, bob, [{ product: tray, quantity: 1 }], null), "intent")
  await shop.payments.terminal?.confirm(good.id, goodCard)
  const find = (id: string) => (id === bad.id ? refuse() : shop.payments.find(id))
  const { finished, waiting } = await reconcile({ ...shop, payments: { ...shop.payments, find } })
  expect(finished).toBe(1)
  expect(waiting).toEqual([`payment ${bad.id}: the gateway is on fire`])
})

describe("a payment of the API that no order has claimed", () => {
  const pay = async () => {
    const secret = (await openApiPayment(shop, ada, [], OpenPaymentJson.parse({ amount: 13_500 }))) ?? ""
    const payment = await shop.payments.terminal?.findBySecret(secret)
    return payment?.id ?? ""
  }
  const orderFor = (id: string) =>
    PlaceOrderJson.parse({
      paymentInfo: { id },
      orderedItems: [{ product: tray, quantity: 2 }],
      shippingInfo: testAddress,
    })

  test("waits for its order", async () => {
    const id = await pay()
    await shop.payments.terminal?.confirm(id, goodCard)
    await reconcile(shop)
    expect((await placeApiOrder(shop, ada, orderFor(id))).totals.total).toBe(13_500)
    await agree()
  })

  test("goes back when no order comes", async () => {
    const id = await pay()
    await shop.payments.terminal?.confirm(id, goodCard)
    open.clock.advance({ minutes: 16 })
    await reconcile(shop)
    expect(await incidents()).toEqual([{ kind: "paid-without-order", resolved_at: expect.any(Date) }])
    await expect(placeApiOrder(shop, ada, orderFor(id))).rejects.toThrow("refunded in full")
    await agree()
  })

  test("is cancelled when it was never paid", async () => {
    const id = await pay()
    open.clock.advance({ minutes: 16 })
    await reconcile(shop)
    await expect(shop.payments.terminal?.confirm(id, goodCard)).rejects.toThrow("cancelled")
    await agree()
  })

  test("becomes one order or one refund, when both are tried at once", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await pay()
      await shop.payments.terminal?.confirm(id, goodCard)
      open.clock.advance({ minutes: 16 })
      await Promise.allSettled([placeApiOrder(shop, ada, orderFor(id)), reconcile(shop), reconcile(shop)])
    }
    await agree()
  })
})

function refuse(): Promise<never> {
  return Promise.reject(new Error("the gateway is on fire"))
}

import { afterAll, beforeAll, expect, test } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import type { Shop } from "~/domain/shop"
import { addBuyer, addProduct, goodCard, stockOf } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { reconcileAndCheck } from "./reconcile.server"

let open: TestShop
let shop: Shop

beforeAll(async () => {
  open = await openTestShop()
  shop = open.shop
})
afterAll(() => open?.close())

test("a first run settles what was left open, a second one changes nothing", async () => {
  const tray = await addProduct(shop, { stock: 10 })
  const [ada, bob] = [await addBuyer(shop), await addBuyer(shop)]
  const paid = await startCheckout(shop, ada, [{ variantId: tray, quantity: 2 }], null)
  const { id } = await openPayment(shop, paid, "intent")
  await shop.payments.terminal?.confirm(id, goodCard)
  await startCheckout(shop, bob, [{ variantId: tray, quantity: 3 }], null)
  open.clock.advance({ minutes: 16 })
  expect(await reconcileAndCheck(shop)).toEqual({
    done: "Payments completed: 1, holds released: 1, refunds confirmed: 0. All data is consistent.",
    amiss: [],
  })
  expect(await stockOf(shop, tray)).toBe(8)
  expect(await reconcileAndCheck(shop)).toEqual({
    done: "Payments completed: 0, holds released: 0, refunds confirmed: 0. All data is consistent.",
    amiss: [],
  })
})

test("contradictions in the records are named", async () => {
  const tray = await addProduct(shop, { stock: 10 })
  const ada = await addBuyer(shop)
  const { id } = await startCheckout(shop, ada, [{ variantId: tray, quantity: 1 }], null)
  await shop.db.updateTable("checkouts").set({ status: "completed" }).where("id", "=", id).execute()
  expect((await reconcileAndCheck(shop)).amiss).toEqual([`${id}: the checkout is completed but has no order`])
})

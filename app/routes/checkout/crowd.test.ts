import { expect, test, vi } from "vitest"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import type { Shop } from "~/domain/shop"
import { hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { addBuyers, addProduct, fillCart, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"

const here = openWebCheckoutTest()
const TURNS = 7
const WAITING = 100

test("a crowd that confirms the same product leaves connections to others, and refused shoppers keep the cart and an earlier hold", async () => {
  await here.confirm()
  const trays = await stockOf(here.shop, here.tray)
  const lamp = await addProduct(here.shop, { name: "Sale lamp", stock: 1_000 })
  const cart = [{ variantId: lamp, quantity: 1 }]
  await fillCart(here.shop, here.ada, cart)
  const { html } = await here.page("/order/confirm")
  const buyers = await addBuyers(here.shop, TURNS + WAITING + 1)
  let begun = 0
  let sell = () => {}
  const sold = new Promise<void>((resolve) => {
    sell = resolve
  })
  const slow: Shop = {
    ...here.shop,
    async transaction(work) {
      begun++
      await sold
      return here.shop.transaction(work)
    },
  }
  const refusals: unknown[] = []
  const crowd = buyers.map((buyer) => startCheckout(slow, buyer, cart, null).catch((error) => refusals.push(error)))
  await vi.waitFor(() => expect(refusals).toHaveLength(1), { timeout: 60_000 })
  expect(begun).toBe(TURNS)
  const refused = await here.browser.post("/order/confirm", hiddenFields(html))
  expect({ status: refused.status, retryAfter: refused.headers.get("Retry-After") }).toEqual({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/),
  })
  expect(await refused.text()).toMatch(/Your cart is saved[\s\S]*Sale lamp[\s\S]*Proceed to payment/)
  expect(await stockOf(here.shop, here.tray)).toBe(trays)
  sell()
  await Promise.all(crowd)
  expect(await stockOf(here.shop, lamp)).toBe(1_000 - TURNS - WAITING)
  const again = await here.browser.post("/order/confirm", hiddenFields(html))
  expect(again.headers.get("Location")).toBe("/process/payment")
  expect(await stockOf(here.shop, here.tray)).toBe(trays + 2)
  await expectInvariants(here.shop)
})

import { expect, test } from "vitest"
import type { Cart } from "~/domain/cart/cart"
import { viewCart } from "~/domain/cart/view-cart.server"
import { saveShipping } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { addBuyer, addProduct, goodCard, moveStock, setPrice, stockOf, takeOffSale } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { findCheckout, findHeldCheckout } from "../checkouts.server"
import { parseLineSnapshot } from "../offer/confirm-order-schema"
import { prepareConfirmation } from "../offer/confirmation.server"
import { findPaymentStep, openOwnPayment, payWithCard } from "../payment/checkout-payment.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { startCheckout } from "./start-checkout.server"

const here = openCheckoutTest()

/** The fields that the confirm page sends back */
async function confirming(cart: Cart) {
  const { snapshot } = await prepareConfirmation(here.shop, here.ada, cart)
  return {
    snapshot: { digest: snapshot.digest, lines: snapshot.lines.flatMap((line) => parseLineSnapshot(line) ?? []) },
  }
}

test("confirming fixes lines, prices and address, and holds the units for fifteen minutes", async () => {
  const tray = await addProduct(here.shop, { price: 5_000, stock: 10 })
  const cart = [{ variantId: tray, quantity: 2 }]
  const checkout = await startCheckout(here.shop, here.ada, cart, await confirming(cart))
  expect(checkout).toMatchObject({
    currency: "USD",
    totals: { subTotal: 10_000, discount: 0, shipping: 2_500, tax: 1_000, total: 13_500 },
    lines: [{ adjustments: [], taxes: [{ name: "GST", rate: 100_000, amount: 1_000 }] }],
  })
  expect(checkout.shippingInfo.city).toBe("Springfield")
  expect(await stockOf(here.shop, tray)).toBe(8)
  await setPrice(here.shop, tray, 9_900)
  await saveShipping(here.shop, here.ada, { ...checkout.shippingInfo, suburb: "Shelbyville" })
  const frozen = await findCheckout(here.shop, checkout.id)
  expect(frozen.lines[0]).toMatchObject({ price: 5_000, quantity: 2, name: "Walnut tray" })
  expect(frozen.shippingInfo.city).toBe("Springfield")
  await expectInvariants(here.shop, { shelved: { [tray]: 10 } })
})

test("a repeated press returns the same checkout and holds nothing twice", async () => {
  const tray = await addProduct(here.shop, { stock: 3 })
  const cart = [{ variantId: tray, quantity: 3 }]
  const confirmed = await confirming(cart)
  const checkouts = await Promise.all(
    Array.from({ length: 6 }, () => startCheckout(here.shop, here.ada, cart, confirmed)),
  )
  expect(new Set(checkouts.map((checkout) => checkout.id)).size).toBe(1)
  expect(await stockOf(here.shop, tray)).toBe(0)
  await expectInvariants(here.shop, { shelved: { [tray]: 3 } })
})

test("a shopper is never blocked by their own hold", async () => {
  const tray = await addProduct(here.shop, { stock: 3 })
  await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 3 }], null)
  const view = await viewCart(here.shop, { user: here.ada, cart: [{ variantId: tray, quantity: 3 }] })
  expect(view.lines[0]).toMatchObject({ unavailability: null, available: 3 })
  const fewer = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 2 }], null)
  expect(fewer.lines[0]?.quantity).toBe(2)
  expect(await stockOf(here.shop, tray)).toBe(1)
  await expectInvariants(here.shop, { shelved: { [tray]: 3 } })
})

test("other shoppers see held units as gone, and can buy them when the hold ends", async () => {
  const tray = await addProduct(here.shop, { stock: 1 })
  await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  const bob = await addBuyer(here.shop)
  const view = await viewCart(here.shop, { user: bob, cart: [{ variantId: tray, quantity: 1 }] })
  expect(view.lines[0]).toMatchObject({ unavailability: "soldOut", available: 0 })
  const tooLate = startCheckout(here.shop, bob, [{ variantId: tray, quantity: 1 }], null)
  await expect(tooLate).rejects.toMatchObject({ field: "cart", message: "Walnut tray is out of stock." })
  here.clock.advance({ minutes: 16 })
  await reconcile(here.shop)
  expect((await startCheckout(here.shop, bob, [{ variantId: tray, quantity: 1 }], null)).status).toBe("held")
  await expectInvariants(here.shop, { shelved: { [tray]: 1 } })
})

test("a price that changed while the page was open is shown and must be confirmed again", async () => {
  const tray = await addProduct(here.shop, { price: 5_000 })
  const cart = [{ variantId: tray, quantity: 1 }]
  const confirmed = await confirming(cart)
  await setPrice(here.shop, tray, 4_200)
  const refused = startCheckout(here.shop, here.ada, cart, confirmed)
  await expect(refused).rejects.toThrow("Walnut tray now costs $42.00 instead of $50.00.")
  expect(await findHeldCheckout(here.shop, here.ada)).toBeNull()
  const checkout = await startCheckout(here.shop, here.ada, cart, await confirming(cart))
  expect(checkout.totals.subTotal).toBe(4_200)
})

test("other changes are shown as well", async () => {
  const [tray, mug, bowl] = await Promise.all([
    addProduct(here.shop, { name: "Walnut tray" }),
    addProduct(here.shop, { name: "Mug" }),
    addProduct(here.shop, { name: "Bowl" }),
  ])
  const cart = [
    { variantId: tray, quantity: 2 },
    { variantId: mug, quantity: 1 },
  ]
  const confirmed = await confirming(cart)
  const refusalOf = (changed: typeof cart) =>
    startCheckout(here.shop, here.ada, changed, confirmed).then(String, (error: Error) => error.message)
  expect(await refusalOf([cart[0], { variantId: mug, quantity: 3 }] as typeof cart)).toContain(
    "Mug: now 3 instead of 1.",
  )
  expect(await refusalOf([cart[0]] as typeof cart)).toContain("A product is no longer in your cart.")
  expect(await refusalOf([...cart, { variantId: bowl, quantity: 1 }])).toContain("Bowl was added to your cart.")
  await moveStock(here.shop, tray, -9)
  expect(await refusalOf(cart)).toContain("Only 1 of Walnut tray is left.")
  await moveStock(here.shop, tray, 9)
  await takeOffSale(here.shop, mug)
  expect(await refusalOf(cart)).toContain("Mug is no longer sold.")
})

test("an address changed in another tab must be confirmed again", async () => {
  const tray = await addProduct(here.shop)
  const cart = [{ variantId: tray, quantity: 1 }]
  const confirmed = await confirming(cart)
  const { shippingInfo } = await prepareConfirmation(here.shop, here.ada, cart)
  await saveShipping(here.shop, here.ada, { ...shippingInfo, suburb: "Shelbyville" })
  await expect(startCheckout(here.shop, here.ada, cart, confirmed)).rejects.toMatchObject({ kind: "conflict" })
})

test("a cart edited in another tab never changes the payment in progress", async () => {
  const tray = await addProduct(here.shop, { price: 5_000 })
  const first = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  // The cart changes but nothing is confirmed, so the payment page still shows, and charges, the first checkout.
  const step = await findPaymentStep(here.shop, here.ada)
  expect(step).toMatchObject({ kind: "open", checkout: { totals: { total: 8_000 } } })
  expect(await payWithCard(here.shop, here.ada, goodCard, first.id)).toMatchObject({ kind: "ordered" })
  await expectInvariants(here.shop, { shelved: { [tray]: 10 } })
})

test("a payment page superseded by another tab charges only for what it shows", async () => {
  const tray = await addProduct(here.shop, { price: 5_000 })
  const shown = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  const newer = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 4 }], null)
  expect(newer.id).not.toBe(shown.id)
  await expect(payWithCard(here.shop, here.ada, goodCard, shown.id)).rejects.toMatchObject({ field: "checkout" })
  expect(await payWithCard(here.shop, here.ada, goodCard, newer.id)).toMatchObject({ kind: "ordered" })
  await expectInvariants(here.shop, { shelved: { [tray]: 10 } })
})

test("an expired hold leads back to the confirm page with the reason", async () => {
  const tray = await addProduct(here.shop, { stock: 1 })
  const { id } = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  here.clock.advance({ minutes: 15 })
  await expect(payWithCard(here.shop, here.ada, goodCard, id)).rejects.toMatchObject({ field: "checkout" })
  expect(await stockOf(here.shop, tray)).toBe(1)
  await expectInvariants(here.shop, { shelved: { [tray]: 1 } })
})

test("an order cannot be confirmed without a cart or an address", async () => {
  await expect(startCheckout(here.shop, here.ada, [], null)).rejects.toMatchObject({ field: "cart" })
  const tray = await addProduct(here.shop)
  await here.shop.db.updateTable("users").set({ shipping_info: null }).where("id", "=", here.ada.id).execute()
  const skipped = startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  await expect(skipped).rejects.toMatchObject({ field: "shippingInfo" })
  await expect(findPaymentStep(here.shop, here.ada)).rejects.toMatchObject({ field: "checkout" })
})

test("an order outside the limits of cards is refused before anything is held", async () => {
  const ring = await addProduct(here.shop, { name: "Ring", price: 99_999_999, stock: 1 })
  await expect(startCheckout(here.shop, here.ada, [{ variantId: ring, quantity: 1 }], null)).rejects.toThrow(
    "$999,999.99",
  )
  expect(await stockOf(here.shop, ring)).toBe(1)
})

test("a paid order is not paid again when confirmed from an old tab", async () => {
  const tray = await addProduct(here.shop)
  const { id } = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  const paid = await payWithCard(here.shop, here.ada, goodCard, id)
  expect(await payWithCard(here.shop, here.ada, goodCard, id)).toEqual(paid)
  expect(await findPaymentStep(here.shop, here.ada)).toEqual({ kind: "over", outcome: paid })
})

/** Runs `meanwhile` after each of the shop's transactions. */
const interrupted = (meanwhile: () => Promise<unknown>): Shop => ({
  ...here.shop,
  transaction: async (work) => {
    const result = await here.shop.transaction(work)
    await meanwhile()
    return result
  },
})

test("while a changed order is confirmed, no one else can take the units that it keeps", async () => {
  const [tray, mug] = [await addProduct(here.shop, { stock: 3 }), await addProduct(here.shop)]
  const bob = await addBuyer(here.shop)
  await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 3 }], null)
  const startBobsCheckout = () => startCheckout(here.shop, bob, [{ variantId: tray, quantity: 1 }], null).catch(String)
  const changed = [
    { variantId: mug, quantity: 1 },
    { variantId: tray, quantity: 3 },
  ]
  expect((await startCheckout(interrupted(startBobsCheckout), here.ada, changed, null)).lines).toHaveLength(2)
  expect(await findHeldCheckout(here.shop, bob)).toBeNull()
  await expectInvariants(here.shop, { shelved: { [tray]: 3, [mug]: 10 } })
})

test("a refused change leaves the earlier order held and payable", async () => {
  const [tray, mug] = [
    await addProduct(here.shop, { stock: 3, price: 5_000 }),
    await addProduct(here.shop, { stock: 5 }),
  ]
  const { id } = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  await openOwnPayment(here.shop, here.ada, "intent", id)
  const changed = [
    { variantId: mug, quantity: 5 },
    { variantId: tray, quantity: 3 },
  ]
  // A mug is sold after the cart was read and before its units are taken.
  const selling: Shop = {
    ...here.shop,
    transaction: async (work) => {
      await moveStock(here.shop, mug, -1)
      return here.shop.transaction(work)
    },
  }
  await expect(startCheckout(selling, here.ada, changed, null)).rejects.toThrow("Only 4 of")
  expect(await stockOf(here.shop, tray)).toBe(2)
  expect(await payWithCard(here.shop, here.ada, goodCard, id)).toMatchObject({ kind: "ordered" })
  await expectInvariants(here.shop, { shelved: { [tray]: 3, [mug]: 4 } })
})

test("an order paid in another window while a changed one is confirmed is not placed twice", async () => {
  const tray = await addProduct(here.shop, { stock: 9, price: 5_000 })
  const { id } = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 1 }], null)
  const paying: Shop = {
    ...here.shop,
    transaction: async (work) => {
      await payWithCard(here.shop, here.ada, goodCard, id)
      return here.shop.transaction(work)
    },
  }
  const changed = startCheckout(paying, here.ada, [{ variantId: tray, quantity: 2 }], null)
  await expect(changed).rejects.toThrow("Your earlier payment went through")
  expect(await findHeldCheckout(here.shop, here.ada)).toBeNull()
  await expectInvariants(here.shop, { shelved: { [tray]: 9 } })
})

test("the checkout returned by the confirmation is the stored one", async () => {
  const tray = await addProduct(here.shop, { stock: 3 })
  const checkout = await startCheckout(here.shop, here.ada, [{ variantId: tray, quantity: 2 }], null)
  expect(checkout).toMatchObject(await findCheckout(here.shop, checkout.id))
})

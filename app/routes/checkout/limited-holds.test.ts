import { expect, test } from "vitest"
import type { Cart } from "~/domain/cart/cart"
import { releaseExpiredHolds } from "~/domain/checkout/reconciliation/reconcile-payments.server"
import { openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { addBuyer, addProduct, stockOf, testAddress } from "~/testing/shop/buyers.server"

const here = openWebCheckoutTest()

async function addCart(products: number, quantity: number) {
  const add = () => addProduct(here.shop, { name: "Bowl", price: 500, stock: quantity })
  const ids = await Promise.all(Array.from({ length: products }, add))
  return ids.map((product) => ({ variantId: product, quantity }))
}

const callWith = (cart: Cart) => {
  const subtotal = cart.reduce((sum, { quantity }) => sum + 500 * quantity, 0)
  const amount = subtotal + subtotal / 10 + (subtotal > 50_000 ? 0 : 2_500)
  const orderedItems = cart.map(({ variantId: product, quantity }) => ({ product, quantity }))
  const sent = { amount, orderedItems, shippingInfo: testAddress }
  return here.browser.json("POST", "/api/v1/payment/process", sent)
}

const cartPage = async () => (await here.page("/cart")).html.replace(/<[^>]+>/g, " ")

test("a whole shop in one order is refused with a message on the page and in JSON, and stays in the cart", async () => {
  const cart = await addCart(5, 40)
  const words =
    "You can reserve at most 13 of Bowl before you pay. Please order up to 13 first and the rest after you have paid, or"
  const page = await here.confirm(cart)
  expect(page.status).toBe(409)
  expect(await page.text()).toContain(`${words} <a data-discover="true" href="/contact">contact us</a>.`)
  const call = await callWith(cart)
  expect(call.status).toBe(409)
  expect((await call.json()).message).toBe(`${words} contact us.`)
  expect(await cartPage()).toContain("Bowl")
  for (const { variantId } of cart) expect(await stockOf(here.shop, variantId)).toBe(40)
})

test("the last units of many products are held for five minutes, as the payment page says, and not again", async () => {
  const cart = await addCart(5, 1)
  const confirmed = await here.leads(await here.confirm(cart))
  expect(confirmed).toMatchObject({ status: 303, location: "/process/payment" })
  expect(confirmed.says).toBe("These are the last units of many products, so we reserve them for only 5 minutes.")
  expect(confirmed.html).toContain("Your items are reserved for 5 more minutes.")
  here.clock.advance({ minutes: 6 })
  expect((await here.leads(await here.browser.get("/process/payment"))).says).toMatch(
    /^Your 5 minutes to pay have passed/,
  )
  await releaseExpiredHolds(here.shop)
  const words = /You have reserved the last units of many products without paying\. Please try again in 3 hours\./
  const page = await here.confirm(cart)
  expect([page.status, Number(page.headers.get("Retry-After")) > 0]).toEqual([429, true])
  expect(await page.text()).toMatch(words)
  const call = await callWith(cart)
  expect([call.status, Number(call.headers.get("Retry-After")) > 0]).toEqual([429, true])
  expect((await call.json()).message).toMatch(words)
  expect(await cartPage()).toContain("Bowl")
})

test("a product that was reserved for too long is refused with a message, and others are not", async () => {
  const cart = [{ variantId: await addProduct(here.shop, { stock: 5 }), quantity: 5 }]
  for (let round = 0; round < 2; round++) {
    expect((await here.confirm(cart)).status).toBe(303)
    here.clock.advance({ minutes: 15 })
    await releaseExpiredHolds(here.shop)
  }
  const page = await here.confirm(cart)
  expect([page.status, Number(page.headers.get("Retry-After")) > 0]).toEqual([429, true])
  expect(await page.text()).toContain("You have reserved Walnut tray for a long time without paying.")
  expect((await here.confirm(await addCart(2, 3))).status).toBe(303)
  const neighbour = await addBuyer(here.shop)
  const refused = await here.confirm(cart, await here.signedIn(neighbour), neighbour)
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain("Someone on your network has reserved Walnut tray for a long time")
})

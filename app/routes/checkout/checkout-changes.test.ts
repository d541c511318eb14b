import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import { updateSalePrices } from "~/domain/catalog/sales/update-sale-prices.server"
import { findHeldCheckout } from "~/domain/checkout/checkouts.server"
import { releaseCheckout } from "~/domain/checkout/payment/checkout-payment.server"
import { DiscountForm } from "~/domain/discounts/discount-record"
import { saveDiscount, stopDiscount } from "~/domain/discounts/save-discount.server"
import { productPageOf } from "~/testing/pages/product-page.server"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import {
  addBuyer,
  addBuyers,
  addProduct,
  countOrders,
  fillCart,
  moveStock,
  setPrice,
  stockOf,
} from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"

const here = openWebCheckoutTest()
const { page, confirm, leads } = here

describe("the shopper who holds the last unit", () => {
  test("sees that on its page, and can continue; for everyone else it is out of stock", async () => {
    await moveStock(here.shop, here.tray, -9)
    await confirm([{ variantId: here.tray, quantity: 1 }])
    expect(await stockOf(here.shop, here.tray)).toBe(0)
    const { html } = await page(await productPageOf(here.shop, here.tray))
    expect(html.replace(/<!-- -->/g, "")).toMatch(/The last one is reserved for you until <time[^>]*>\d\d:\d\d UTC</)
    expect(html.slice(html.indexOf("<h1"), html.indexOf('id="reviews"'))).not.toMatch(
      /Out of stock|disabled=""[^>]*>[^<]*Add to cart/,
    )
    expect((await here.browser.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })).status).toBe(303)
    for (const path of ["/cart", "/order/confirm"]) expect((await page(path)).html).not.toMatch(/out of stock/i)
    const other = await here.signedIn(await addBuyer(here.shop))
    expect((await page(await productPageOf(here.shop, here.tray), other)).html).toContain("Out of stock")
  })

  test("sees the remaining stock as well", async () => {
    await confirm([{ variantId: here.tray, quantity: 2 }])
    const { html } = await page(await productPageOf(here.shop, here.tray))
    expect(html.replace(/<!-- -->/g, "")).toMatch(/In stock, and 2 are reserved for you until/)
  })
})

test("too many unpaid holds are refused with a message, and the cart is unchanged", async () => {
  for (let time = 0; time < 20; time++) await confirm([{ variantId: here.tray, quantity: 1 + (time % 2) }])
  const refused = await confirm([{ variantId: here.tray, quantity: 7 }])
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain("You have reserved items many times without paying. Please try again in")
  expect((await page("/cart")).html).toContain("Walnut tray")
})

describe("when something changes during the checkout", () => {
  test("a changed price is shown and must be confirmed again", async () => {
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    const { html } = await page("/order/confirm")
    await setPrice(here.shop, here.tray, 6_000)
    const refused = await here.browser.post("/order/confirm", hiddenFields(html))
    const again = await refused.text()
    expect(refused.status).toBe(409)
    expect(again).toContain("Walnut tray now costs $60.00 instead of $50.00.")
    expect(again).toContain("$157.00")
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    const confirmed = await here.browser.post("/order/confirm", hiddenFields(again))
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
  })

  test("a sale that begins is shown and must be confirmed again, and one that ends later changes no payment", async () => {
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    const moment = (column: string, time: string) =>
      sql`update variants set sale_price = 4000, ${sql.ref(column)} = clock_timestamp() + ${time}::interval
        where id = ${here.tray}`.execute(here.shop.db)
    await moment("sale_from", "1 hour")
    const { html } = await page("/order/confirm")
    expect(html).not.toContain("$40.00")
    await moment("sale_from", "0.2 seconds")
    await updateSalePrices(here.shop)
    const refused = await here.browser.post("/order/confirm", hiddenFields(html))
    const again = await refused.text()
    expect(refused.status).toBe(409)
    expect(again).toContain("Walnut tray now costs $40.00 instead of $50.00.")
    await here.browser.post("/order/confirm", hiddenFields(again))
    await moment("sale_until", "0.2 seconds")
    await updateSalePrices(here.shop)
    const held = await findHeldCheckout(here.shop, here.ada)
    expect(held?.lines).toMatchObject([{ price: 4_000, quantity: 2 }])
  })

  test("an ended discount is reported as the change, rather than the taxes that follow from it", async () => {
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    const staff = await anAdmin(here.shop)
    const fields = DiscountForm.parse({ name: "Spring", code: "SPRING", kind: "percent", percent: "10" })
    const id = await saveDiscount(here.shop, staff, null, fields)
    await here.browser.post("/discount", { code: "SPRING", back: "/order/confirm" })
    const { html } = await page("/order/confirm")
    expect(html).toContain("$124.00")
    await stopDiscount(here.shop, staff, id, true)
    const refused = await here.browser.post("/order/confirm", hiddenFields(html))
    const again = await refused.text()
    expect(refused.status).toBe(409)
    expect(again).toContain("Discounts now take $0.00 off instead of $10.00. Please check the new amounts")
    expect(again).toContain("$135.00")
    const shown = hiddenFields(html)
    const before = { ...shown, "snapshot.charges": String(shown["snapshot.charges"]).replace(/\d+$/, "0") }
    expect(await (await here.browser.post("/order/confirm", before)).text()).toContain(
      "Taxes now come to $10.00 instead of $9.00.",
    )
    const confirmed = await here.browser.post("/order/confirm", hiddenFields(again))
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
  })

  test("after the payment the paid price is kept", async () => {
    await confirm()
    await setPrice(here.shop, here.tray, 9_999)
    const paid = await leads(await here.browser.post("/process/payment", card))
    const orderId = new URLSearchParams(paid.location.split("?")[1]).get("order")
    expect((await page(`/order/${orderId}`)).html).toContain("$135.00")
  })

  test("a sold-out product is reported before anything is charged", async () => {
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    const { html } = await page("/order/confirm")
    await moveStock(here.shop, here.tray, -10)
    const refused = await leads(await here.browser.post("/order/confirm", hiddenFields(html)))
    expect(refused).toMatchObject({ location: "/cart", says: "Walnut tray is out of stock." })
    expect(refused.html).toContain("Walnut tray")
  })

  test("an expired hold leads back to confirm with an explanation, and nothing is lost", async () => {
    await confirm()
    here.clock.advance({ minutes: 16 })
    const late = await leads(await here.browser.post("/process/payment", card))
    expect(late).toMatchObject({
      location: "/order/confirm",
      says: expect.stringContaining("15 minutes to pay have passed"),
    })
    expect(late.html).toContain("Walnut tray")
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test.each([
    ["is over", 16, "Your 15 minutes to pay have passed, so your items"],
    ["ended early, such as by a cancelled payment,", 0, "Your items"],
  ])(
    "a hold that %s between two steps does not count as a changed order, and nothing was charged",
    async (_, minutes, says) => {
      await confirm()
      const shown = hiddenFields((await page("/process/payment")).html)
      here.clock.advance({ minutes })
      const held = await findHeldCheckout(here.shop, here.ada)
      expect(held && (await releaseCheckout(here.shop, held))).toBe("released")
      const ended = {
        location: "/order/confirm",
        says: `${says} are no longer reserved. Nothing was charged: please confirm your order again.`,
      }
      expect(await leads(await here.browser.post("/process/payment", { ...card, ...shown }))).toMatchObject(ended)
      expect(await leads(await here.browser.get("/process/payment"))).toMatchObject(ended)
      expect(await countOrders(here.shop, here.ada)).toBe(0)
    },
  )

  test("going back loses nothing", async () => {
    await confirm([{ variantId: await addProduct(here.shop, { stock: 5 }), quantity: 5 }])
    for (const path of ["/order/confirm", "/cart"]) {
      const { status, html } = await page(path)
      expect({ status, path }).toEqual({ status: 200, path })
      expect(html).toContain("Walnut tray")
      expect(html).not.toContain("Out of stock")
    }
    expect((await page("/shipping")).html).toContain('value="1 Main Street"')
    expect((await here.browser.post("/order/confirm", hiddenFields((await page("/order/confirm")).html))).status).toBe(
      303,
    )
    expect((await page("/process/payment")).html).toContain("Pay $300.00")
  })

  test("a payment page superseded by another tab charges nothing", async () => {
    await confirm()
    const shown = hiddenFields((await page("/process/payment")).html)
    await confirm([{ variantId: here.tray, quantity: 5 }])
    const refused = await leads(await here.browser.post("/process/payment", { ...card, ...shown }))
    expect(refused).toMatchObject({ location: "/order/confirm", says: expect.stringContaining("another window") })
    expect(await countOrders(here.shop, here.ada)).toBe(0)
  })

  test("no one can pay for, or read, someone else's checkout", async () => {
    await confirm()
    const { checkout = "" } = hiddenFields((await page("/process/payment")).html)
    const mallory = await addBuyer(here.shop)
    const other = await here.signedIn(mallory)
    const refused = await other.post("/process/payment", { ...card, checkout })
    expect(refused.headers.get("Location")).toBe("/order/confirm")
    expect((await other.post("/process/payment/secret", { checkout })).status).toBe(400)
  })
})

test("of fifty browsers that want the last unit one gets it, and the others are told, without errors", async () => {
  const last = await addProduct(here.shop, { name: "Last tray", stock: 1 })
  const buyers = await addBuyers(here.shop, 50)
  const browsers = await Promise.all(buyers.map((buyer) => here.signedIn(buyer)))
  await Promise.all(buyers.map((buyer) => fillCart(here.shop, buyer, [{ variantId: last, quantity: 1 }])))
  // The pages are read one after the other: only confirming and paying are concurrent.
  const pages: Awaited<ReturnType<typeof page>>[] = []
  for (const one of browsers) pages.push(await page("/order/confirm", one))
  const answers = await Promise.all(
    browsers.map(async (one, index) => {
      const confirmed = await one.post("/order/confirm", hiddenFields(pages[index]?.html ?? ""))
      if (confirmed.headers.get("Location") !== "/process/payment") return confirmed.status
      const paid = await one.post("/process/payment", card)
      return paid.headers.get("Location")?.startsWith("/success") ? "ordered" : paid.status
    }),
  )
  expect(answers.filter((answer) => answer === "ordered")).toHaveLength(1)
  for (const answer of answers) expect(["ordered", 303, 409]).toContain(answer)
  await expectInvariants(here.shop, { shelved: { [last]: 1 } })
})

import { describe, expect, test } from "vitest"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { countOrders, fillCart } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"

const here = openWebCheckoutTest()
const { page, confirm, leads } = here

const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  country: "US",
  state: "IL",
  pinCode: "62701",
  phoneNo: "2175550123",
}

describe("from the cart to the order", () => {
  test("the shopper is led from step to step, and pays the confirmed total", async () => {
    const confirmed = await confirm()
    expect(confirmed.status).toBe(303)
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
    const { html } = await page("/process/payment")
    expect(html).toContain("Pay $135.00")
    expect(html).toContain("Your items are reserved for 15 more minutes.")
    const paid = await leads(await here.browser.post("/process/payment", { ...card, ...hiddenFields(html) }))
    expect(paid).toMatchObject({ status: 303, location: expect.stringMatching(/^\/success\?order=[0-9a-f]{24}$/) })
    expect(paid.html).toContain("Your Order has been Placed successfully")
    expect((await page("/cart")).html).toContain("No items on cart")
    await expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })
  })

  test("a declined card shows the form again with a message and without the card", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const declined = { ...card, number: "4000 0000 0000 0002", ...hiddenFields(html) }
    const answer = await here.browser.post("/process/payment", declined)
    const text = await answer.text()
    expect(answer.status).toBe(402)
    expect(text).toContain("Your card was declined.")
    expect(text).not.toMatch(/4000 ?0000 ?0000 ?0002"/)
    expect(text).toContain("Pay $135.00")
  })

  test("an approval is requested on a separate page, declined and given", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const asked = await leads(
      await here.browser.post("/process/payment", { ...card, ...hiddenFields(html), number: "4000002500003155" }),
    )
    expect(asked).toMatchObject({ location: "/process/payment" })
    expect(asked.html).toContain("Approve payment")
    const answer = (choice: string) =>
      here.browser.post("/process/payment/approve", { ...hiddenFields(asked.html), answer: choice })
    expect(await leads(await answer("decline"))).toMatchObject({
      location: "/process/payment",
      says: "The payment was not approved. Your card was not charged.",
    })
    await here.browser.post("/process/payment", { ...card, ...hiddenFields(html), number: "4000002500003155" })
    expect(await leads(await answer("approve"))).toMatchObject({ location: expect.stringContaining("/success") })
  })

  test("a double click pays once and leads to the one order", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const sent = { ...card, ...hiddenFields(html) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => here.browser.post("/process/payment", sent)))
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303])
    expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1)
    expect(await countOrders(here.shop, here.ada)).toBe(1)
  })

  test("going back to the payment page after paying leads to the order", async () => {
    await confirm()
    await here.browser.post("/process/payment", card)
    expect(await page("/process/payment")).toMatchObject({ location: expect.stringContaining("/success?order=") })
  })
})

describe("a step cannot be skipped", () => {
  test("every step requires signing in", async () => {
    const visitor = here.visitor()
    for (const path of ["/shipping", "/order/confirm", "/process/payment", "/process/payment/return", "/success"]) {
      const login = `/login?redirect=${encodeURIComponent(path)}`
      expect(await page(path, visitor)).toMatchObject({ status: 302, location: login })
    }
    for (const path of ["/process/payment/hosted", "/process/payment/approve", "/order/confirm", "/shipping"]) {
      const answer = await visitor.post(path, { answer: "approve", version: "x", ...address })
      expect(answer.headers.get("Location")).toContain("/login?redirect=")
    }
  })

  test("confirming requires items in the cart, then an address", async () => {
    expect(await page("/order/confirm")).toMatchObject({ status: 303, location: "/cart" })
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 1 }])
    await here.shop.db.updateTable("users").set({ shipping_info: null }).where("id", "=", here.ada.id).execute()
    expect(await page("/order/confirm")).toMatchObject({ status: 303, location: "/shipping" })
    await here.browser.post("/shipping", address)
    expect(await page("/order/confirm")).toMatchObject({ status: 200 })
  })

  test("paying requires a confirmed order", async () => {
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 1 }])
    expect(await page("/process/payment")).toMatchObject({ status: 303, location: "/order/confirm" })
    const paid = await leads(await here.browser.post("/process/payment", card))
    expect(paid).toMatchObject({ location: "/order/confirm", says: "Please confirm your order before paying" })
    expect(await page("/process/payment/return")).toMatchObject({ status: 303, location: "/order/confirm" })
  })

  test("the success page requires an order", async () => {
    expect(await page("/success")).toMatchObject({ status: 302, location: "/orders" })
    await confirm()
    await here.browser.post("/process/payment", card)
    expect((await page("/success")).html).toContain("Your Order has been Placed successfully")
  })

  test("the items and their prices are available from the first step on", async () => {
    expect((await page("/shipping")).html).not.toContain("Order summary")
    await fillCart(here.shop, here.ada, [{ variantId: here.tray, quantity: 2 }])
    for (const path of ["/shipping", "/order/confirm"]) {
      const { html } = await page(path)
      expect(html).toContain("Order summary")
      expect(html).toContain("$135.00")
    }
  })

  test("an incomplete address shows what is missing and keeps the entries", async () => {
    const answer = await here.browser.post("/shipping", { ...address, phoneNo: "12345", state: "" })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain("Phone number must be 10 digit long")
    expect(html).toContain('value="1 Main Street"')
  })

  test("a pasted North American number is stored in national format, and never truncated", async () => {
    expect((await page("/shipping")).html).toMatch(/<input[^>]*name="phoneNo"[^>]*maxLength="50"/i)
    const pasted = " +1 ( 217 )  555 - 01 99 "
    expect((await here.browser.post("/shipping", { ...address, phoneNo: pasted })).status).toBe(303)
    expect((await page("/shipping")).html).toContain('value="2175550199"')
    const abroad = await here.browser.post("/shipping", { ...address, phoneNo: "+44 20 7946 0958" })
    expect(await abroad.text()).toContain("Phone number must be 10 digit long, without the country code")
    expect((await here.browser.post("/shipping", address)).status).toBe(303)
  })

  test("requesting the states of a country keeps the entries, and saves nothing", async () => {
    for (const typed of [{ country: "AU" }, { ...address, address: "9 New Lane", country: "GI", state: "" }]) {
      const answer = await here.browser.post("/shipping", { ...typed, "show-states": "" })
      const html = await answer.text()
      expect([answer.status, answer.headers.get("Location")]).toEqual([200, null])
      expect(html).not.toContain("There is a problem")
      expect(html).toContain(`<option value="${typed.country}" selected="">`)
      expect(html.includes('name="state"')).toBe(typed.country === "AU")
      if ("address" in typed) expect(html).toContain('value="9 New Lane"')
    }
    expect((await page("/shipping")).html).toContain('value="1 Main Street"')
  })
})

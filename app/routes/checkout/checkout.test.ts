import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/user"
import type { Cart } from "~/domain/cart/cart"
import type { Shop } from "~/domain/shop"
import {
  addBuyer,
  addBuyers,
  addProduct,
  countOrders,
  fillCart,
  moveStock,
  setPrice,
  stockOf,
} from "~/testing/buyers.server"
import { expectInvariants } from "~/testing/expect-invariants.server"
import { productPageOf } from "~/testing/product-page.server"
import type { TestBrowser } from "~/testing/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/test-server.server"

let server: TestServer
let shop: Shop
let ada: Member
let browser: TestBrowser
let tray: string

const card = { number: "4242 4242 4242 4242", expiry: "12/99", cvc: "123" }
const address = {
  address: "1 Main Street",
  suburb: "Springfield",
  country: "US",
  state: "IL",
  pinCode: "62701",
  phoneNo: "2175550123",
}

beforeAll(async () => {
  server = await openTestServer()
  shop = server.shop
})
afterAll(() => server?.close())
beforeEach(async () => {
  ada = await addBuyer(shop)
  browser = await server.signedIn(ada)
  tray = await addProduct(shop, { price: 5_000, stock: 10 })
})

async function page(path: string, by = browser) {
  const answer = await by.get(path)
  return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() }
}

/** The hidden fields of the page's form. */
function fields(html: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    found[name] = [...(found[name] ?? []), value]
  }
  return found
}

async function confirm(cart: Cart = [{ product: tray, quantity: 2 }], by = browser, who = ada) {
  await fillCart(shop, who, cart)
  const { html } = await page("/order/confirm", by)
  return by.post("/order/confirm", fields(html))
}

/** Where an answer leads, and what it will say there. */
async function leads(answer: Response, by = browser) {
  const location = answer.headers.get("Location") ?? ""
  const { html } = await page(location, by)
  return {
    status: answer.status,
    location,
    says: /<li class="toast[\s\S]*?<p>(.*?)<\/p>/.exec(html)?.[1] ?? null,
    html,
  }
}

describe("from the cart to the order", () => {
  test("the shopper is led from step to step, and pays the total that was confirmed", async () => {
    const confirmed = await confirm()
    expect(confirmed.status).toBe(303)
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
    const { html } = await page("/process/payment")
    expect(html).toContain("Pay $135.00")
    expect(html).toContain("Your items are kept for 15 more minutes.")
    const paid = await leads(await browser.post("/process/payment", { ...card, ...fields(html) }))
    expect(paid).toMatchObject({ status: 303, location: expect.stringMatching(/^\/success\?order=[0-9a-f]{24}$/) })
    expect(paid.html).toContain("Your Order has been Placed successfully")
    expect((await page("/cart")).html).toContain("No items on cart")
    await expectInvariants(shop, { shelved: { [tray]: 10 } })
  })

  test("a declined card gives the form back with a message and without the card", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const declined = { ...card, number: "4000 0000 0000 0002", ...fields(html) }
    const answer = await browser.post("/process/payment", declined)
    const text = await answer.text()
    expect(answer.status).toBe(402)
    expect(text).toContain("Your card was declined.")
    expect(text).not.toMatch(/4000 ?0000 ?0000 ?0002"/)
    expect(text).toContain("Pay $135.00")
  })

  test("an approval is asked for on a page of its own, declined and given", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const asked = await leads(
      await browser.post("/process/payment", { ...card, ...fields(html), number: "4000002500003155" }),
    )
    expect(asked).toMatchObject({ location: "/process/payment" })
    expect(asked.html).toContain("Approve payment")
    const answer = (choice: string) =>
      browser.post("/process/payment/approve", { ...fields(asked.html), answer: choice })
    expect(await leads(await answer("decline"))).toMatchObject({
      location: "/process/payment",
      says: "The payment was not approved. Your card was not charged.",
    })
    await browser.post("/process/payment", { ...card, ...fields(html), number: "4000002500003155" })
    expect(await leads(await answer("approve"))).toMatchObject({ location: expect.stringContaining("/success") })
  })

  test("a double click pays once and ends on the page of that one order", async () => {
    await confirm()
    const { html } = await page("/process/payment")
    const sent = { ...card, ...fields(html) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post("/process/payment", sent)))
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303])
    expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1)
    expect(await countOrders(shop, ada)).toBe(1)
  })

  test("going back to the payment page after paying leads to the order", async () => {
    await confirm()
    await browser.post("/process/payment", card)
    expect(await page("/process/payment")).toMatchObject({ location: expect.stringContaining("/success?order=") })
  })
})

describe("a step cannot be skipped", () => {
  test("nobody gets anywhere without signing in", async () => {
    const stranger = server.visitor()
    for (const path of ["/shipping", "/order/confirm", "/process/payment", "/process/payment/return", "/success"]) {
      const login = `/login?redirect=${encodeURIComponent(path)}`
      expect(await page(path, stranger)).toMatchObject({ status: 302, location: login })
    }
    for (const path of ["/process/payment/hosted", "/process/payment/approve", "/order/confirm", "/shipping"]) {
      const answer = await stranger.post(path, { answer: "approve", mark: "x", ...address })
      expect(answer.headers.get("Location")).toContain("/login?redirect=")
    }
  })

  test("confirming needs something in the cart, then an address", async () => {
    expect(await page("/order/confirm")).toMatchObject({ status: 303, location: "/cart" })
    await fillCart(shop, ada, [{ product: tray, quantity: 1 }])
    await shop.db.updateTable("users").set({ shipping_info: null }).where("id", "=", ada.id).execute()
    expect(await page("/order/confirm")).toMatchObject({ status: 303, location: "/shipping" })
    await browser.post("/shipping", address)
    expect(await page("/order/confirm")).toMatchObject({ status: 200 })
  })

  test("paying needs a confirmed order", async () => {
    await fillCart(shop, ada, [{ product: tray, quantity: 1 }])
    expect(await page("/process/payment")).toMatchObject({ status: 303, location: "/order/confirm" })
    const paid = await leads(await browser.post("/process/payment", card))
    expect(paid).toMatchObject({ location: "/order/confirm", says: "Please confirm your order before paying" })
    expect(await page("/process/payment/return")).toMatchObject({ status: 303, location: "/order/confirm" })
  })

  test("success is for who has ordered", async () => {
    expect(await page("/success")).toMatchObject({ status: 302, location: "/orders" })
    await confirm()
    await browser.post("/process/payment", card)
    expect((await page("/success")).html).toContain("Your Order has been Placed successfully")
  })

  test("what is bought, and for how much, is in reach from the first step on", async () => {
    expect((await page("/shipping")).html).not.toContain("Order summary")
    await fillCart(shop, ada, [{ product: tray, quantity: 2 }])
    for (const path of ["/shipping", "/order/confirm"]) {
      const { html } = await page(path)
      expect(html).toContain("Order summary")
      expect(html).toContain("$135.00")
    }
  })

  test("an unfinished address names what is missing and keeps what was typed", async () => {
    const answer = await browser.post("/shipping", { ...address, phoneNo: "12345", state: "" })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain("Phone number must be 10 digit long")
    expect(html).toContain('value="1 Main Street"')
  })

  test("asking for the states of a country gives the form back as it was typed, and saves nothing", async () => {
    for (const typed of [{ country: "AU" }, { ...address, address: "9 New Lane", country: "GI", state: "" }]) {
      const answer = await browser.post("/shipping", { ...typed, "show-states": "" })
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

describe("the shopper who holds the last unit", () => {
  test("is told so by its page, and can go on; for everybody else it is out of stock", async () => {
    await moveStock(shop, tray, -9)
    await confirm([{ product: tray, quantity: 1 }])
    expect(await stockOf(shop, tray)).toBe(0)
    const { html } = await page(await productPageOf(shop, tray))
    expect(html.replace(/<!-- -->/g, "")).toMatch(/The last one is reserved for you until <time[^>]*>\d\d:\d\d UTC</)
    expect(html.slice(html.indexOf("<h1"), html.indexOf('id="reviews"'))).not.toMatch(
      /Out of stock|disabled=""[^>]*>[^<]*Add to cart/,
    )
    expect((await browser.post(`/product/${tray}`, { product: tray, quantity: 1 })).status).toBe(303)
    for (const path of ["/cart", "/order/confirm"]) expect((await page(path)).html).not.toMatch(/out of stock/i)
    const other = await server.signedIn(await addBuyer(shop))
    expect((await page(await productPageOf(shop, tray), other)).html).toContain("Out of stock")
  })

  test("is told what is on the shelf beside it", async () => {
    await confirm([{ product: tray, quantity: 2 }])
    const { html } = await page(await productPageOf(shop, tray))
    expect(html.replace(/<!-- -->/g, "")).toMatch(/In stock, and 2 are reserved for you until/)
  })
})

test("too many holds that nobody pays are refused with a sentence, and what is in the cart stays", async () => {
  for (let time = 0; time < 20; time++) await confirm([{ product: tray, quantity: 1 + (time % 2) }])
  const refused = await confirm([{ product: tray, quantity: 7 }])
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true])
  expect(await refused.text()).toContain("You have reserved items many times without paying. Please try again in")
  expect((await page("/cart")).html).toContain("Walnut tray")
})

describe("when something changes on the way", () => {
  test("a changed price is shown and must be confirmed again", async () => {
    await fillCart(shop, ada, [{ product: tray, quantity: 2 }])
    const { html } = await page("/order/confirm")
    await setPrice(shop, tray, 6_000)
    const refused = await browser.post("/order/confirm", fields(html))
    const again = await refused.text()
    expect(refused.status).toBe(409)
    expect(again).toContain("Walnut tray now costs $60.00 instead of $50.00.")
    expect(again).toContain("$157.00")
    expect(await stockOf(shop, tray)).toBe(10)
    const confirmed = await browser.post("/order/confirm", fields(again))
    expect(confirmed.headers.get("Location")).toBe("/process/payment")
  })

  test("after the payment the paid price stands", async () => {
    await confirm()
    await setPrice(shop, tray, 9_999)
    const paid = await leads(await browser.post("/process/payment", card))
    const orderId = new URLSearchParams(paid.location.split("?")[1]).get("order")
    expect((await page(`/order/${orderId}`)).html).toContain("$135.00")
  })

  test("what sold out is named before anything is charged", async () => {
    await fillCart(shop, ada, [{ product: tray, quantity: 2 }])
    const { html } = await page("/order/confirm")
    await moveStock(shop, tray, -10)
    const refused = await leads(await browser.post("/order/confirm", fields(html)))
    expect(refused).toMatchObject({ location: "/cart", says: "Walnut tray is out of stock." })
    expect(refused.html).toContain("Walnut tray")
  })

  test("a hold that is over leads back to confirm with an explanation, and nothing is lost", async () => {
    await confirm()
    server.clock.advance({ minutes: 16 })
    const late = await leads(await browser.post("/process/payment", card))
    expect(late).toMatchObject({
      location: "/order/confirm",
      says: expect.stringContaining("15 minutes to pay are over"),
    })
    expect(late.html).toContain("Walnut tray")
    expect(await stockOf(shop, tray)).toBe(10)
  })

  test("going back loses nothing", async () => {
    await confirm([{ product: tray, quantity: 10 }])
    for (const path of ["/order/confirm", "/cart"]) {
      const { status, html } = await page(path)
      expect({ status, path }).toEqual({ status: 200, path })
      expect(html).toContain("Walnut tray")
      expect(html).not.toContain("Out of stock")
    }
    expect((await page("/shipping")).html).toContain('value="1 Main Street"')
    expect((await browser.post("/order/confirm", fields((await page("/order/confirm")).html))).status).toBe(303)
    expect((await page("/process/payment")).html).toContain("Pay $575.00")
  })

  test("a payment page that another tab has overtaken charges nothing", async () => {
    await confirm()
    const shown = fields((await page("/process/payment")).html)
    await confirm([{ product: tray, quantity: 5 }])
    const refused = await leads(await browser.post("/process/payment", { ...card, ...shown }))
    expect(refused).toMatchObject({ location: "/order/confirm", says: expect.stringContaining("another window") })
    expect(await countOrders(shop, ada)).toBe(0)
  })

  test("nobody can pay, or read, somebody else's checkout", async () => {
    await confirm()
    const { checkout = "" } = fields((await page("/process/payment")).html)
    const mallory = await addBuyer(shop)
    const other = await server.signedIn(mallory)
    const refused = await other.post("/process/payment", { ...card, checkout })
    expect(refused.headers.get("Location")).toBe("/order/confirm")
    expect((await other.post("/process/payment/secret", { checkout })).status).toBe(400)
  })
})

test("fifty browsers want the last unit: one gets it, the others are told, and nothing breaks", async () => {
  const last = await addProduct(shop, { name: "Last tray", stock: 1 })
  const buyers = await addBuyers(shop, 50)
  const browsers = await Promise.all(buyers.map((buyer) => server.signedIn(buyer)))
  await Promise.all(buyers.map((buyer) => fillCart(shop, buyer, [{ product: last, quantity: 1 }])))
  // The pages are read one after the other: what is raced is who confirms and pays.
  const pages: Awaited<ReturnType<typeof page>>[] = []
  for (const one of browsers) pages.push(await page("/order/confirm", one))
  const answers = await Promise.all(
    browsers.map(async (one, index) => {
      const confirmed = await one.post("/order/confirm", fields(pages[index]?.html ?? ""))
      if (confirmed.headers.get("Location") !== "/process/payment") return confirmed.status
      const paid = await one.post("/process/payment", card)
      return paid.headers.get("Location")?.startsWith("/success") ? "ordered" : paid.status
    }),
  )
  expect(answers.filter((answer) => answer === "ordered")).toHaveLength(1)
  for (const answer of answers) expect(["ordered", 303, 409]).toContain(answer)
  await expectInvariants(shop, { shelved: { [last]: 1 } })
})

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyer, addProduct, fillCart } from "~/testing/shop/buyers.server"

let server: TestServer
let ada: Member
let browser: TestBrowser
let tray: string
let bowl: string

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  ada = await addBuyer(server.shop)
  browser = await server.signedIn(ada)
  tray = await addProduct(server.shop, { price: 5_000, stock: 10 })
  bowl = await addProduct(server.shop, { name: "Bowl", price: 2_000, stock: 5 })
  await fillCart(server.shop, ada, [
    { variantId: tray, quantity: 2 },
    { variantId: bowl, quantity: 2 },
  ])
})

/** Clicks *Remove Bowl* on the cart page, with these quantities of tray and bowl in its fields. */
const removeBowl = (quantity: string[], path = "/cart", more: Record<string, string> = {}) =>
  browser.post(path, {
    product: [tray, bowl],
    quantity,
    previousQuantity: ["2", "2"],
    [`remove.${bowl}`]: "Remove",
    ...more,
  })

const left = async () =>
  (await readSavedCart(server.shop, ada.id)).map(({ variantId: product, quantity }) => ({ product, quantity }))
const said = async () => /<li class="toast[\s\S]*?<p>(.*?)<\/p>/.exec(await (await browser.get("/cart")).text())?.[1]

test.each([
  ["the removed line's quantity is 0", ["3", "0"], 3],
  ["the removed line's quantity is empty", ["3", ""], 3],
  ["another line's quantity is 0", ["0", "2"], 2],
  ["another line's quantity is empty", ["", "2"], 2],
  ["another line's quantity is nonsense", ["-1.5e400", "2"], 2],
])("a product is removed even if %s, and other changes are saved", async (_, quantities, trays) => {
  const answer = await removeBowl(quantities)
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"])
  expect(await left()).toEqual([{ product: tray, quantity: trays }])
  expect(await said()).toBe("Removed from your cart")
})

test.each(["Submit", "BUTTON", "SUBMIT"])(
  "a product is removed by a browser that sends %j as the value of the button",
  async (value) => {
    await removeBowl(["2", "2"], "/cart", { [`remove.${bowl}`]: value })
    expect(await left()).toEqual([{ product: tray, quantity: 2 }])
  },
)

test("a product is removed by a page from before the cart's own form did so", async () => {
  const fields = { product: [tray, bowl], quantity: ["3", "2"], previousQuantity: ["2", "2"], remove: bowl }
  await browser.post("/cart/remove", fields)
  expect(await left()).toEqual([{ product: tray, quantity: 3 }])
})

test.each(["Check out", "Submit", "BUTTON"])("the button with the value %j leads to the checkout", async (next) => {
  const fields = { product: [tray, bowl], quantity: ["2", "2"], previousQuantity: ["2", "2"], next }
  expect((await browser.post("/cart", fields)).headers.get("Location")).toBe("/shipping")
})

test("scripts that remove a product in the background get a success, and no redirect", async () => {
  const answer = await removeBowl(["2", "2"], "/cart.data", { stay: "" })
  expect([answer.status, answer.headers.get("X-Remix-Redirect")]).toEqual([200, null])
  const told = await answer.text()
  expect(told).toContain('"success"')
  expect(told).not.toContain("SingleFetchRedirect")
  expect(await left()).toEqual([{ product: tray, quantity: 2 }])
  expect(await said()).toBe("Removed from your cart")
})

test("scripts get no redirect either if another change in the cart is refused, and the product is still removed", async () => {
  const answer = await removeBowl(["11", "2"], "/cart.data", { stay: "" })
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain("SingleFetchRedirect")
  expect(await left()).toEqual([{ product: tray, quantity: 2 }])
  expect(await said()).toMatch(/10/)
})

test.each(["1.000", "0x1F", "1e1", "1,5", "3.0", "1 0", "+3"])(
  "the quantity %s is refused with the accepted values, in the cart and on a product page, and nothing changes",
  async (quantity) => {
    const place = [...quantity].findIndex((character) => !/\d/.test(character))
    const sentence = `Quantity must be a whole number such as 2: the ${place === 0 ? "1st" : "2nd"} character`
    const changed = await browser.post("/cart", {
      product: [tray, bowl],
      quantity: [quantity, "2"],
      previousQuantity: ["2", "2"],
    })
    expect([changed.status, await changed.text()]).toEqual([400, expect.stringContaining(sentence)])
    const added = await browser.post(`/product/${tray}`, { product: tray, quantity })
    expect([added.status, await added.text()]).toEqual([400, expect.stringContaining(sentence)])
    await removeBowl([quantity, "2"])
    expect(await left()).toEqual([{ product: tray, quantity: 2 }])
  },
)

test.each(["\u200e3\u202c", "３", " 3\u00a0"])("the quantity %j is three", async (quantity) => {
  await browser.post("/cart", { product: [tray, bowl], quantity: [quantity, "2"], previousQuantity: ["2", "2"] })
  expect(await left()).toContainEqual({ product: tray, quantity: 3 })
})

test("the disabled quantity and button of a sold-out product are refused, because some browsers send them", async () => {
  const lamp = await addProduct(server.shop, { name: "Lamp", price: 2_000, stock: 0 })
  const answer = await browser.post(`/product/${lamp}`, { product: lamp, quantity: "1" })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("out of stock")])
  expect(await left()).toHaveLength(2)
})

test("the page's own fields are changed, and kept as typed when one is refused", async () => {
  const fields = { product: [tray, bowl], previousQuantity: ["2", "2"], [`units.${bowl}`]: "2" }
  await browser.post("/cart", { ...fields, [`units.${tray}`]: "3" })
  expect(await left()).toContainEqual({ product: tray, quantity: 3 })
  const refused = await browser.post("/cart", { ...fields, [`units.${tray}`]: "many" })
  expect(refused.status).toBe(400)
  const missing = await browser.post("/cart", { product: [tray, bowl], [`units.${tray}`]: "4" })
  expect(missing.status).toBe(400)
  expect(await left()).toContainEqual({ product: tray, quantity: 3 })
})

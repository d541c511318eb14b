import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { newObjectId } from "~/domain/object-id.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { PASSWORD } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let admin: Staff
let ada: Member
let mug: string
let buyer: TestBrowser
let other: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  ada = await signUp(server.shop, "ada@shop.test", "Ada Lovelace")
  await signUp(server.shop, "eve@shop.test", "Eve")
  mug = await shelve(server.shop, admin, { stock: 500 })
  buyer = server.visitor()
  other = server.visitor()
  await buyer.post("/login", { email: "ada@shop.test", password: PASSWORD })
  await other.post("/login", { email: "eve@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const textOf = async (browser: TestBrowser, path: string) => (await browser.get(path)).text()

test("the list is called after its owner and is empty at first", async () => {
  const words = pageText(await textOf(other, "/orders"))
  expect(words).toContain("Eve&#x27;s order")
  expect(words).toContain("No orders yet")
})

test("an order is shown with its progress, lines, totals, payment and address", async () => {
  const id = await buy(server.shop, ada, mug, 2)
  const words = pageText(await textOf(buyer, `/order/${id}`))
  expect(words).toMatch(/Shipped Not yet.*Processing.*PAID.*\$47\.00.*Mug.*2 × \$10\.00/)
  expect(words).toMatch(/Subtotal \$20\.00 Shipping \$25\.00 Tax \(GST\) \$2\.00 Total \$47\.00/)
  expect(words).toMatch(/Ada Lovelace 1 Main Street.*United States/)
  expect(pageText(await textOf(buyer, `/order/${id}/receipt`))).toMatch(/Receipt.*Paid by card \$47\.00/)
})

test("somebody else's order is not there, in any of its pages", async () => {
  const id = await buy(server.shop, ada, mug)
  for (const path of [`/order/${id}`, `/order/${id}/receipt`, `/order/${id}/cancel`]) {
    expect((await other.get(path)).status, path).toBe(404)
    expect((await server.visitor().get(path)).headers.get("Location"), path).toContain("/login?redirect=")
  }
  await other.post(`/order/${id}/cancel`, {})
  await other.post(`/order/${id}/again`, {})
  expect(pageText(await textOf(buyer, `/order/${id}`))).toContain("Processing")
  expect((await buyer.get("/order/not-an-order")).status).toBe(404)
})

test("its owner cancels an order after a question, as long as it is not on its way", async () => {
  const { shop } = server
  const id = await buy(shop, ada, mug)
  expect(pageText(await textOf(buyer, `/order/${id}/cancel`))).toMatch(/Cancel this order\?.*\$36\.00 will be refunded/)
  const done = await buyer.post(`/order/${id}/cancel`, {})
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/order/${id}`])
  const words = pageText(await textOf(buyer, `/order/${id}`))
  expect(words).toMatch(/Your order is cancelled.*Cancelled.*NOT PAID.*Refunded \$36\.00/)

  const shipped = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, shipped, "Shipped")
  await buyer.post(`/order/${shipped}/cancel`, {})
  expect(pageText(await textOf(buyer, `/order/${shipped}`))).toContain("can no longer be cancelled")
})

test("the items of an order go into the cart again", async () => {
  const id = await buy(server.shop, ada, mug, 3)
  const done = await buyer.post(`/order/${id}/again`, {})
  expect(done.headers.get("Location")).toBe("/cart")
  expect(pageText(await textOf(buyer, "/cart"))).toMatch(/Items added to cart.*Mug.*\$30\.00/)
})

test("a payment that became no order is told with its reason, and where the money is", async () => {
  const { shop } = server
  const paymentId = newObjectId(shop.now())
  const payment = { id: paymentId, user_id: ada.id, kind: "intent" as const, amount: 4_700 }
  const paid = { status: "succeeded" as const, intent_id: "pi_lost", closed_at: shop.now() }
  await shop.db
    .insertInto("payments")
    .values({ ...payment, ...paid })
    .execute()
  await shop.db
    .insertInto("refunds")
    .values({
      id: newObjectId(shop.now()),
      payment_id: paymentId,
      payment_intent_id: "pi_lost",
      amount: 4_700,
      reason: "What was ordered sold out before the payment arrived",
    })
    .execute()
  const words = pageText(await textOf(buyer, "/orders"))
  expect(words).toMatch(/Refunded payments.*sold out before the payment arrived.*On its way.*\$47\.00/)
  expect(pageText(await textOf(other, "/orders"))).not.toContain("Refunded payments")
})

test("orders are found by id or product, and by status", async () => {
  const pot = await shelve(server.shop, admin, { name: "Teapot" })
  const id = await buy(server.shop, ada, pot)
  expect(pageText(await textOf(buyer, "/orders?search=teapot"))).toContain("1–1 of 1")
  expect(pageText(await textOf(buyer, `/orders?search=${id}&status=Processing`))).toContain("1–1 of 1")
  expect(pageText(await textOf(buyer, "/orders?search=teapot&status=Delivered"))).toContain("No order matches")
})

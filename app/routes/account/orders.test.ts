import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { newObjectId } from "~/domain/object-id.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { insertOrderLink } from "~/domain/orders/order-links.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anEmployee, PASSWORD } from "~/testing/shop/people.server"
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

test("the list has its owner's name and is empty at first", async () => {
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

test("someone else's order is not found, on any of its pages", async () => {
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

test("an invoice and a credit note are for the buyer, the guest's link, and staff who see orders", async () => {
  const { shop } = server
  await changeSettings(shop, admin, { snapshot: 0, facts: { ...emptyFacts, invoiceNumbers: "INV-{number}" } })
  await shop.settings.renew()
  const [id, guests] = [await buy(shop, ada, mug, 2), await buy(shop, await signUp(shop, "guest@shop.test"), mug)]
  await refundOrder(shop, admin, id, { amount: 500, reason: "Nagging customer" })
  await issueDocuments(shop)
  const [invoice, note] = (await listDocumentsOf(shop, id)).documents.map(
    (document) => `/order/${id}/invoices/${document.id}`,
  )
  const packer = await server.signedIn(await anEmployee(shop, "000000000000000000000004"))
  const catalogue = await server.signedIn(await anEmployee(shop, "000000000000000000000003"))
  for (const browser of [buyer, packer]) {
    expect(pageText(await textOf(browser, `/order/${id}/invoices`))).toMatch(/INV-1.*CN-1/)
    expect(pageText(await textOf(browser, invoice ?? ""))).toMatch(
      /Invoice INV-1 .*Ada Lovelace.*Mug \$10\.00 2 \$20\.00/,
    )
    expect(pageText(await textOf(browser, note ?? ""))).toMatch(
      /Credit note CN-1 .*Corrects invoice INV-1.*Credited \$5\.00/,
    )
  }
  const data = await textOf(buyer, `${invoice}.data`)
  expect(data).toContain("INV-1")
  for (const secret of ["Nagging", admin.name, "password", "payment_intent"]) expect(data).not.toContain(secret)
  for (const path of [`/order/${id}/invoices`, invoice ?? "", note ?? ""]) {
    for (const unauthorized of [other, catalogue]) {
      expect((await unauthorized.get(path)).status, path).toBe(404)
      expect((await unauthorized.get(`${path}.data`)).status, path).toBe(404)
    }
    expect((await server.visitor().get(path)).headers.get("Location"), path).toContain("/login?redirect=")
  }
  const [guest] = (await listDocumentsOf(shop, guests)).documents
  const path = `/order/${guests}/invoices/${guest?.id}`
  expect((await buyer.get(`/order/${id}/invoices/${guest?.id}`)).status).toBe(404)
  expect((await buyer.get(path)).status).toBe(404)
  await server.pool.query("update users set is_guest = true where email = 'guest@shop.test'")
  const visitor = server.visitor()
  await visitor.get((await insertOrderLink(shop, guests)).path)
  expect(pageText(await textOf(visitor, path))).toMatch(/Invoice INV-2/)
  expect((await visitor.get(invoice ?? "")).status).not.toBe(200)
})

test("its owner can cancel an order after a confirmation, until it is shipped", async () => {
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

test("the items of an order can be added to the cart again", async () => {
  const id = await buy(server.shop, ada, mug, 3)
  const done = await buyer.post(`/order/${id}/again`, {})
  expect(done.headers.get("Location")).toBe("/cart")
  expect(pageText(await textOf(buyer, "/cart"))).toMatch(/Items added to cart.*Mug.*\$30\.00/)
})

test("a payment without an order is listed with the reason, and the state of its refund", async () => {
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
      reason: "The products sold out before the payment arrived",
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

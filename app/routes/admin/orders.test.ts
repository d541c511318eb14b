import { afterAll, beforeAll, expect, test } from "vitest"
import type { Admin, Member } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { wordsOf } from "~/testing/page-words"
import { PASSWORD } from "~/testing/people.server"
import type { TestBrowser } from "~/testing/test-browser.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"
import { openTestServer, type TestServer } from "~/testing/test-server.server"

let server: TestServer
let admin: Admin
let ada: Member
let mug: string
let keeper: TestBrowser
let buyer: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  ada = await signUp(server.shop, "ada@shop.test", "Ada Lovelace")
  mug = await shelve(server.shop, admin, { stock: 500 })
  keeper = server.visitor()
  buyer = server.visitor()
  await keeper.post("/login", { email: "admin@shop.test", password: PASSWORD })
  await buyer.post("/login", { email: "ada@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const order = () => buy(server.shop, ada, mug)
const textOf = async (browser: TestBrowser, path: string) => (await browser.get(path)).text()

test("the table has its columns, and its pages are in the address", async () => {
  for (let count = 0; count < 11; count++) await order()
  const first = wordsOf(await textOf(keeper, "/admin/orders"))
  expect(first).toMatch(/Order managment.*Order ID.*Status.*Items Qty.*Amount.*Actions/)
  expect(first).toContain("1–10 of 11")
  expect(wordsOf(await textOf(keeper, "/admin/orders?page=2"))).toContain("11–11 of 11")
  expect(wordsOf(await textOf(keeper, "/admin/orders?page=9"))).toContain("Go to the last page")
  expect(wordsOf(await textOf(keeper, "/admin/orders?search=teapot"))).toContain("No orders found")
})

test("an order goes one step at a time, and only the next one is offered", async () => {
  const id = await order()
  expect(await textOf(keeper, `/admin/order/${id}`)).toMatch(/<option value="Shipped">/)
  const skipped = await keeper.post(`/admin/order/${id}`, { status: "Delivered" })
  expect(skipped.status).toBe(400)
  expect(await skipped.text()).toContain("its next step is Shipped")
  const nothing = await keeper.post(`/admin/order/${id}`, { status: "", tracking: "PARCEL" })
  expect(nothing.status).toBe(400)
  expect(await nothing.text()).toMatch(/Please choose the next status.*value="PARCEL"/s)

  const done = await keeper.post(`/admin/order/${id}`, { status: "Shipped", tracking: "PARCEL 7" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/admin/order/${id}`])
  const shipped = await textOf(keeper, `/admin/order/${id}`)
  expect(shipped).toContain("Order updated")
  expect(shipped).toMatch(/<option value="Delivered">/)
  expect(await textOf(buyer, `/order/${id}`)).toContain("PARCEL 7")

  await keeper.post(`/admin/order/${id}`, { status: "Delivered" })
  const delivered = await textOf(keeper, `/admin/order/${id}`)
  expect(delivered).not.toContain("Process Order")
  const again = await keeper.post(`/admin/order/${id}`, { status: "Delivered" })
  expect(await again.text()).toContain("You have already delivered this order")
})

test("an order is deleted after a question, and the toast's button brings it back to the same place", async () => {
  const id = await order()
  const back = "/admin/orders?status=Processing&page=2"
  const path = `/admin/order/${id}/delete?${new URLSearchParams({ back })}`
  expect(wordsOf(await textOf(keeper, path))).toContain(`Delete order ${id}?`)
  const done = await keeper.post(path, {})
  expect(done.headers.get("Location")).toBe(back)
  const list = await textOf(keeper, back)
  expect(wordsOf(list)).toContain("Order has been deleted")
  expect(list).toMatch(/action="\/admin\/undo".*name="kind" value="order"/s)
  expect((await buyer.get(`/order/${id}`)).status).toBe(404)

  const undone = await keeper.post("/admin/undo", { kind: "order", id, back })
  expect(undone.headers.get("Location")).toBe(back)
  expect(wordsOf(await textOf(keeper, back))).toContain("Order has been restored")
  expect((await buyer.get(`/order/${id}`)).status).toBe(200)
})

test("a way back leads to the administration and nowhere else", async () => {
  for (const back of ["https://evil.test/admin/", "//evil.test", "/login", "/admin/../logout", "javascript:alert(1)"]) {
    const id = await order()
    const done = await keeper.post(`/admin/order/${id}/delete?${new URLSearchParams({ back })}`, {})
    expect(done.headers.get("Location"), back).toBe("/admin/orders")
  }
})

test("what cannot be undone is told on the page, not as raw data", async () => {
  const nothing = await keeper.post("/admin/undo", { kind: "teapot" })
  expect(nothing.headers.get("Location")).toBe("/admin/audit")
  expect(wordsOf(await textOf(keeper, "/admin/audit"))).toContain("There is nothing to undo")
})

test("money goes back by units, by amount, or as a whole, and the form keeps what was typed when it is refused", async () => {
  const { shop } = server
  const id = await order()
  const [line] = (await findOrder(shop, admin, id)).lines
  const fields = { "units[0].line": line?.id ?? "", "units[0].quantity": "0", seen: "0" }
  const refused = await keeper.post(`/admin/order/${id}/refund`, { ...fields, amount: "99", reason: "Scratched" })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/At most \$36\.00 can still be refunded.*value="99".*value="Scratched"/s)

  const units = await keeper.post(`/admin/order/${id}/refund`, { ...fields, "units[0].quantity": "1", restock: "on" })
  expect(units.headers.get("Location")).toBe(`/admin/order/${id}`)
  expect(wordsOf(await textOf(keeper, `/admin/order/${id}`))).toMatch(/\$11\.00 refunded.*1 returned to stock/)

  const twice = await keeper.post(`/admin/order/${id}/refund`, { ...fields, "units[0].quantity": "1" })
  expect(twice.status).toBe(409)
  expect(await twice.text()).toContain("This order was refunded meanwhile")

  await keeper.post(`/admin/order/${id}/refund`, { ...fields, seen: "1100", whole: "yes" })
  expect(wordsOf(await textOf(keeper, `/admin/order/${id}`))).toContain("NOT PAID")
  expect(wordsOf(await textOf(keeper, `/admin/order/${id}/refund`))).toContain("This order has been refunded in full")
})

test("notes are kept for administrators, and never told to the customer", async () => {
  const id = await order()
  expect((await keeper.post(`/admin/order/${id}/notes`, { text: " " })).status).toBe(400)
  await keeper.post(`/admin/order/${id}/notes`, { text: "Customer called <b>twice</b>" })
  expect(await textOf(keeper, `/admin/order/${id}`)).toContain("Customer called &lt;b&gt;twice&lt;/b&gt;")
  for (const path of [`/order/${id}`, `/order/${id}.data`, `/order/${id}/receipt`, "/orders"]) {
    expect(await textOf(buyer, path)).not.toContain("Customer called")
  }
})

test("why money went back is not told to the customer", async () => {
  const id = await order()
  await keeper.post(`/admin/order/${id}/refund`, { amount: "5", seen: "0", reason: "Nagging customer" })
  for (const path of [`/order/${id}`, `/order/${id}.data`, `/order/${id}/receipt`, `/order/${id}/receipt.data`]) {
    const text = await textOf(buyer, path)
    expect(text).toMatch(/5\.00|500/)
    expect(text).not.toContain("Nagging")
  }
})

test("the packing slip names goods and address, and no price", async () => {
  const id = await order()
  const slip = wordsOf(await textOf(keeper, `/admin/order/${id}/packing-slip`))
  expect(slip).toMatch(/Packing slip.*Ada Lovelace.*1 Main Street.*Mug/)
  expect(slip.split("Packing slip")[1]).not.toMatch(/\$10/)
})

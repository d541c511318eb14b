import { beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { orderName } from "~/domain/orders/order"
import { listOrderNotes } from "~/domain/orders/order-notes.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { Card } from "~/domain/payments/card"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { goodCard } from "~/testing/shop/buyers.server"
import { anEmployee, PASSWORD } from "~/testing/shop/people.server"
import { buy, signUp } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()
let buyer: TestBrowser

beforeAll(async () => {
  buyer = here.visitor()
  await buyer.post("/login", { email: "ada@shop.test", password: PASSWORD })
})

const order = () => buy(here.shop, here.ada, here.mug)
const textOf = async (browser: TestBrowser, path: string) => (await browser.get(path)).text()

test("the table has its columns, and its page number is in the address", async () => {
  for (let count = 0; count < 11; count++) await order()
  const first = pageText(await textOf(here.adminBrowser, "/admin/orders"))
  expect(first).toMatch(/Order managment.*Order ID.*Status.*Items Qty.*Amount.*Actions/)
  expect(first).toContain("1–10 of 11")
  expect(pageText(await textOf(here.adminBrowser, "/admin/orders?page=2"))).toContain("11–11 of 11")
  expect(pageText(await textOf(here.adminBrowser, "/admin/orders?page=9"))).toContain("Go to the last page")
  expect(pageText(await textOf(here.adminBrowser, "/admin/orders?search=teapot"))).toContain("Nothing found")
})

test("an order moves one step at a time, and only the next one is available", async () => {
  const id = await order()
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).toMatch(/<option value="Shipped">/)
  const skipped = await here.adminBrowser.post(`/admin/order/${id}`, { status: "Delivered" })
  expect(skipped.status).toBe(400)
  expect(await skipped.text()).toContain("its next step is Shipped")
  const nothing = await here.adminBrowser.post(`/admin/order/${id}`, { status: "", tracking: "PARCEL" })
  expect(nothing.status).toBe(400)
  expect(await nothing.text()).toMatch(/Please choose the next status.*value="PARCEL"/s)

  const done = await here.adminBrowser.post(`/admin/order/${id}`, { status: "Shipped", tracking: "PARCEL 7" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/admin/order/${id}`])
  const shipped = await textOf(here.adminBrowser, `/admin/order/${id}`)
  expect(shipped).toContain("Order updated")
  expect(shipped).toMatch(/<option value="Delivered">/)
  expect(await textOf(buyer, `/order/${id}`)).toContain("PARCEL 7")

  await here.adminBrowser.post(`/admin/order/${id}`, { status: "Delivered" })
  const delivered = await textOf(here.adminBrowser, `/admin/order/${id}`)
  expect(delivered).not.toContain("Process Order")
  const again = await here.adminBrowser.post(`/admin/order/${id}`, { status: "Delivered" })
  expect(await again.text()).toContain("You have already delivered this order")
})

test("each part of an order is listed once: items and totals, address, payment, next step", async () => {
  const html = await textOf(here.adminBrowser, `/admin/order/${await order()}`)
  const words = pageText(html)
  expect(words).toMatch(/Order Status Processing.*Ordered Items 1 unit to pack\. Mug 1 X \$10\.00 = \$10\.00 1 to pack/)
  expect(words).toMatch(/Ship to Ada Lovelace 1 Main Street.*Packing slip.*Payment PAID.*Process Order.*Internal notes/)
  expect(html.match(new RegExp(`href="/product/${here.mug}/mug"`, "g"))).toHaveLength(1)
  expect(html.match(/<li class="line-item"/g)).toHaveLength(1)
})

test("an order with a discount limited per person lists other people's orders to its address", async () => {
  const { shop, admin, ada, mug } = here
  await saveDiscount(shop, admin, null, {
    ...{
      name: "Spring",
      code: "SPRING",
      kind: "percent",
      percent: 100_000,
      amount: null,
      categories: [],
      products: [],
    },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
    ...{ maxUses: null, maxUsesPerPerson: 1 },
  })
  const withCode = async (buyer: Member, card: Card) => {
    await startCheckout(shop, buyer, [{ variantId: mug, quantity: 1 }], null, null, "SPRING")
    return findOrder(shop, buyer, orderIdOf(await payWithCard(shop, buyer, card)) ?? "")
  }
  const first = await withCode(ada, goodCard)
  const path = `/admin/order/${first.id}`
  expect(await textOf(here.adminBrowser, path)).not.toContain("This delivery address also used")
  const other = await withCode(await signUp(shop, "flatmate@shop.test"), { ...goodCard, cvc: "321" })
  const html = await textOf(here.adminBrowser, path)
  expect(pageText(html)).toContain(
    `This delivery address also used SPRING Other customers ordered with it: #${other.number}`,
  )
  expect(html).toContain(`href="/admin/order/${other.id}"`)
  expect(await textOf(here.adminBrowser, `/admin/order/${await order()}`)).not.toContain(other.id)
})

test("an order is deleted after a confirmation, and the toast's button restores it in the same place", async () => {
  const id = await order()
  const back = "/admin/orders?status=Processing&page=2"
  const path = `/admin/order/${id}/delete?${new URLSearchParams({ back })}`
  expect(pageText(await textOf(here.adminBrowser, path))).toMatch(/Delete order #\d{4}\?/)
  const done = await here.adminBrowser.post(path, {})
  expect(done.headers.get("Location")).toBe(back)
  const list = await textOf(here.adminBrowser, back)
  expect(pageText(list)).toContain("Order has been deleted")
  expect(list).toMatch(/action="\/admin\/undo".*name="kind" value="order"/s)
  expect((await buyer.get(`/order/${id}`)).status).toBe(404)

  const undone = await here.adminBrowser.post("/admin/undo", { kind: "order", id, back })
  expect(undone.headers.get("Location")).toBe(back)
  expect(pageText(await textOf(here.adminBrowser, back))).toContain("Order has been restored")
  expect((await buyer.get(`/order/${id}`)).status).toBe(200)
})

test("a return address leads only to the administration", async () => {
  for (const back of ["https://evil.test/admin/", "//evil.test", "/login", "/admin/../logout", "javascript:alert(1)"]) {
    const id = await order()
    const done = await here.adminBrowser.post(`/admin/order/${id}/delete?${new URLSearchParams({ back })}`, {})
    expect(done.headers.get("Location"), back).toBe("/admin/orders")
  }
})

test("an undo that is no longer possible shows a page, not raw data", async () => {
  const nothing = await here.adminBrowser.post("/admin/undo", { kind: "teapot" })
  expect(nothing.headers.get("Location")).toBe("/admin/audit")
  expect(pageText(await textOf(here.adminBrowser, "/admin/audit"))).toContain("There is nothing to undo")
})

test("refunds are made by units, by amount, or in full, and a refused form keeps its values", async () => {
  const { shop } = here
  const id = await order()
  const [line] = (await findOrder(shop, here.admin, id)).lines
  const fields = { "units[0].line": line?.id ?? "", "units[0].quantity": "0", snapshot: "0" }
  const refused = await here.adminBrowser.post(`/admin/order/${id}/refund`, {
    ...fields,
    amount: "99",
    reason: "Scratched",
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/At most \$36\.00 can still be refunded.*value="99".*value="Scratched"/s)

  const comma = await here.adminBrowser.post(`/admin/order/${id}/refund`, { ...fields, amount: "12,50" })
  expect(await comma.text()).toMatch(/Write an amount with a point and no comma.*value="12,50"/s)

  const units = await here.adminBrowser.post(`/admin/order/${id}/refund`, {
    ...fields,
    "units[0].quantity": "1",
    restock: "on",
  })
  expect(units.headers.get("Location")).toBe(`/admin/order/${id}`)
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))).toMatch(
    /\$11\.00 refunded.*1 returned to stock/,
  )

  const twice = await here.adminBrowser.post(`/admin/order/${id}/refund`, { ...fields, "units[0].quantity": "1" })
  expect(twice.status).toBe(409)
  const newest = await twice.text()
  expect(newest).toContain("This order has since been refunded")
  expect(newest).toMatch(/name="snapshot" value="1100"/)

  await here.adminBrowser.post(`/admin/order/${id}/refund`, { ...fields, snapshot: "1100", whole: "yes" })
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))).toContain("NOT PAID")
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}/refund`))).toContain(
    "This order has been refunded in full",
  )
})

test("a form for an order that has changed says so, and shows the present state", async () => {
  const { shop } = here
  const id = await order()
  await here.adminBrowser.post(`/admin/order/${id}`, { status: "Shipped" })
  const offered = await textOf(here.adminBrowser, `/admin/order/${id}/cancel`)
  expect(pageText(offered)).toMatch(/This order is now Shipped.*can no longer be cancelled/)
  expect(offered).not.toContain("Cancel order and refund")
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).not.toContain(`/admin/order/${id}/cancel`)
  const shipped = await here.adminBrowser.post(`/admin/order/${id}/cancel`, {
    reason: "Late",
    restock: "on",
    snapshot: "0",
  })
  expect(shipped.status).toBe(409)
  expect(pageText(await shipped.text())).toMatch(
    /There is a problem.*This order is on its way.*This order is now Shipped/,
  )

  await here.adminBrowser.post(`/admin/order/${id}`, { status: "Delivered" })
  const delivered = await here.adminBrowser.post(`/admin/order/${id}`, { status: "Delivered" })
  expect(delivered.status).toBe(400)
  const words = pageText(await delivered.text())
  expect(words).toMatch(/There is a problem.*You have already delivered this order/)
  expect(words).toMatch(/Order Status Delivered/)

  const cancelled = await order()
  const { totals } = await findOrder(shop, here.admin, cancelled)
  await here.adminBrowser.post(`/admin/order/${cancelled}/cancel`, { reason: "Late", restock: "on", snapshot: "0" })
  const stale = await here.adminBrowser.post(`/admin/order/${cancelled}`, { status: "Shipped" })
  expect(pageText(await stale.text())).toMatch(/There is a problem.*This order was cancelled/)
  const refund = await here.adminBrowser.post(`/admin/order/${cancelled}/refund`, {
    whole: "yes",
    refunded: String(totals.total),
  })
  expect(pageText(await refund.text())).toMatch(/There is a problem.*This order has been refunded in full/)
  const tracked = await here.adminBrowser.post(`/admin/order/${cancelled}/tracking`, { tracking: "PARCEL" })
  expect(await tracked.text()).toMatch(/This order was cancelled.*value="PARCEL"/s)
})

test("the customer cannot cancel a shipped order, and is told so", async () => {
  const id = await order()
  await here.adminBrowser.post(`/admin/order/${id}`, { status: "Shipped" })
  expect(await textOf(buyer, `/order/${id}`)).not.toContain(`/order/${id}/cancel`)
  const page = await textOf(buyer, `/order/${id}/cancel`)
  expect(pageText(page)).toMatch(/This order cannot be cancelled.*It is already on its way/)
  expect(page).not.toContain("Keep order")
  await buyer.post(`/order/${id}/cancel`, {})
  expect(pageText(await textOf(buyer, `/order/${id}`))).toContain(
    "This order is on its way and can no longer be cancelled",
  )
})

test("the shop cancels an order on one page, which keeps its entries", async () => {
  const id = await order()
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).toContain(`/admin/order/${id}/cancel`)
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}/cancel`))).toMatch(
    /\$36\.00 will be refunded to the card of Ada Lovelace.*Cancel order and refund \$36\.00/,
  )
  const nothing = await here.adminBrowser.post(`/admin/order/${id}/cancel`, {
    reason: " ",
    restock: "on",
    snapshot: "0",
  })
  expect(nothing.status).toBe(400)
  expect(await nothing.text()).toContain("Please give the customer a reason")
  const done = await here.adminBrowser.post(`/admin/order/${id}/cancel`, {
    reason: "Kiln <b>broke</b>",
    restock: "on",
    snapshot: "0",
  })
  expect(done.headers.get("Location")).toBe(`/admin/order/${id}`)
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))).toMatch(
    /Order cancelled, \$36\.00 refunded.*Cancelled.*Ordered Items There is nothing to pack\. Mug 1 X \$10\.00 = \$10\.00 [0-9a-f]{24} Edit/,
  )
  expect(await textOf(buyer, `/order/${id}`)).toContain("Kiln &lt;b&gt;broke&lt;/b&gt;")
  expect(pageText(await textOf(here.adminBrowser, "/admin/orders?status=Processing"))).not.toContain(id)
})

test("the packing slip and the form show the remaining units", async () => {
  const id = await buy(here.shop, here.ada, here.mug, 3)
  const [line] = (await findOrder(here.shop, here.admin, id)).lines
  const fields = { "units[0].line": line?.id ?? "", snapshot: "0", restock: "on" }
  await here.adminBrowser.post(`/admin/order/${id}/refund`, { ...fields, "units[0].quantity": "2" })
  expect(pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))).toContain(
    "Ordered Items 1 unit to pack. 2 refunded units are left out. Mug 3 X $10.00 = $30.00 1 to pack",
  )
  expect(await textOf(here.adminBrowser, `/admin/order/${id}/packing-slip`)).toMatch(
    /class="sheet-quantity">1<\/td><th scope="row">Mug</s,
  )
  await here.adminBrowser.post(`/admin/order/${id}/refund`, { ...fields, snapshot: "2200", "units[0].quantity": "1" })
  const left = pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))
  expect(left).toMatch(/There is nothing to send Every unit of this order was refunded\. Cancel the order/)
  expect(left).not.toContain("Process Order")
  const slip = await textOf(here.adminBrowser, `/admin/order/${id}/packing-slip`)
  expect(pageText(slip)).toContain("Every unit was refunded. There is nothing to pack.")
  const stale = await here.adminBrowser.post(`/admin/order/${id}`, { status: "Shipped" })
  expect(pageText(await stale.text())).toMatch(/There is a problem.*there is nothing to send/)
})

test("notes are for administrators, and never shown to the customer", async () => {
  const id = await order()
  expect((await here.adminBrowser.post(`/admin/order/${id}/notes`, { text: " " })).status).toBe(400)
  await here.adminBrowser.post(`/admin/order/${id}/notes`, { text: "Customer called <b>twice</b>" })
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).toContain("Customer called &lt;b&gt;twice&lt;/b&gt;")
  for (const path of [`/order/${id}`, `/order/${id}.data`, `/order/${id}/receipt`, "/orders"]) {
    expect(await textOf(buyer, path)).not.toContain("Customer called")
  }
})

test("a note sent twice, because its response was lost or by a double click, is stored once", async () => {
  const id = await order()
  const path = `/admin/order/${id}/notes`
  const formKey =
    /name="formKey" value="([\w-]{22})"/.exec(await textOf(here.adminBrowser, `/admin/order/${id}`))?.[1] ?? ""
  const fields = { text: "Called back", formKey }
  const answers = await Promise.all([here.adminBrowser.post(path, fields), here.adminBrowser.post(path, fields)])
  answers.push(await here.adminBrowser.post(path, fields))
  for (const answer of answers) expect(answer.headers.get("Location")).toBe(`/admin/order/${id}`)
  await here.adminBrowser.post(path, { text: "Called back again", formKey })
  const notes = await listOrderNotes(here.shop, here.admin, id)
  expect(notes.map(({ text }) => text)).toEqual(["Called back", "Called back again"])
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).not.toContain(formKey)

  const invalidValues = await here.adminBrowser.post(path, { text: "Third", formKey: "'; drop".repeat(50) })
  expect(invalidValues.status).toBe(400)
  expect(pageText(await invalidValues.text())).toContain("Please load the page again")
})

test("the reasons and authors of refunds are shown to staff and not to the customer", async () => {
  const id = await order()
  await here.adminBrowser.post(`/admin/order/${id}/refund`, { amount: "5", snapshot: "0", reason: "Nagging customer" })
  const { name } = here.admin
  const seen = pageText(await textOf(here.adminBrowser, `/admin/order/${id}`))
  expect(seen).toMatch(new RegExp(`Refunded \\$5\\.00.{1,20} by ${name}.{0,20} Nagging customer`))
  for (const path of [`/order/${id}`, `/order/${id}.data`, `/order/${id}/receipt`, `/order/${id}/receipt.data`]) {
    const text = await textOf(buyer, path)
    expect(text).toMatch(/5\.00|500/)
    for (const secret of ["Nagging", name]) expect(text).not.toContain(secret)
  }
})

test("the packing slip shows goods and address, and no price", async () => {
  const id = await order()
  const slip = pageText(await textOf(here.adminBrowser, `/admin/order/${id}/packing-slip`))
  expect(slip).toMatch(/Packing slip.*Ada Lovelace.*1 Main Street.*Mug/)
  expect(slip.split("Packing slip")[1]).not.toMatch(/\$10/)
})

test("an order for collection has the place of collection, and its address next to it", async () => {
  const id = await order()
  const method = {
    id: "shop",
    name: "Collect",
    zone: "us",
    days: null,
    pickup: { address: "2 Market Square", hours: "9 to 5" },
  }
  await here.shop.db
    .updateTable("orders")
    .set({ shipping_method: JSON.stringify(method) })
    .where("id", "=", id)
    .execute()
  const words = async (path: string) => pageText(await textOf(here.adminBrowser, path))
  expect(await words(`/admin/order/${id}`)).toMatch(/To be collected 2 Market Square 9 to 5 Ada Lovelace 1 Main Street/)
  expect(await words(`/admin/order/${id}/packing-slip`)).toMatch(/To be collected by Ada Lovelace.*Method: Collect/)
  expect(await words(`/order/${id}`)).toMatch(
    /Collect at 2 Market Square 9 to 5 Your address Ada Lovelace 1 Main Street/,
  )
})

test("waiting orders are selected, printed on a sheet each, and shipped in one form that shows errors in their rows", async () => {
  const ids = [await order(), await order(), await order()]
  const query = new URLSearchParams(ids.map((id) => ["id", id]))
  const list = await textOf(here.adminBrowser, "/admin/orders/pack")
  expect(pageText(list)).toMatch(/Orders to pack.*Ada Lovelace 1 × Mug/)
  for (const id of ids) expect(list).toMatch(new RegExp(`<input type="checkbox" name="id"[^>]* value="${id}"`))
  expect(list).toMatch(
    /<form method="get" action="\/admin\/orders\/slips".*<button type="submit" name="ship" value="Ship"/,
  )
  const atlantis = pageText(await textOf(here.adminBrowser, "/admin/orders/pack?country=Atlantis"))
  expect(atlantis).toContain("There is no country called “Atlantis”")
  expect(pageText(await textOf(here.adminBrowser, "/admin/orders/pack?country=FR"))).toContain("Nothing found")

  const slips = await textOf(here.adminBrowser, `/admin/orders/slips?${query}&id=0123456789abcdef01234567`)
  expect(slips.match(/<article class="sheet"/g)).toHaveLength(3)
  expect(pageText(slips)).toContain("1 order is not here")
  const many = new URLSearchParams(Array.from({ length: 51 }, (_, at) => ["id", String(at).padStart(24, "0")]))
  const refused = await here.adminBrowser.get(`/admin/orders/slips?${many}`)
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("At most 50 orders can be packed at once")
  expect((await here.adminBrowser.get("/admin/orders/slips?id=x")).status).toBe(400)

  const path = `/admin/orders/ship?${query}`
  const asked = await here.adminBrowser.get(`/admin/orders/slips?${query}&ship=Ship`)
  expect([asked.status, asked.headers.get("Location")]).toEqual([302, path])
  const formKey = /name="formKey" value="([\w-]{22})"/.exec(await textOf(here.adminBrowser, path))?.[1] ?? ""
  const fields = { formKey, ...Object.fromEntries(ids.flatMap((id, row) => rowOf(row, id, `PARCEL ${row}`))) }
  await cancelOrder(here.shop, here.ada, ids[1] ?? "")
  const failed = await here.adminBrowser.post(path, fields)
  expect(failed.status).toBe(409)
  const html = await failed.text()
  expect(pageText(html)).toMatch(
    /None of these orders has been shipped.*There is a problem #\d+: This order was cancelled .*#\d+: This order was cancelled/,
  )
  for (const row of [0, 1, 2]) expect(html).toContain(`value="PARCEL ${row}"`)
  const odd = { ...fields, "orders[0].tracking": "x".repeat(101), "orders[2].carrier": "Pigeon" }
  expect((await here.adminBrowser.post(path, odd)).status).toBe(400)
  const none = await here.adminBrowser.post(path, Object.fromEntries(ids.map((id, row) => [`orders[${row}].id`, id])))
  expect(pageText(await none.text())).toContain("Tick the orders that you have packed")

  const { "orders[1].ship": _, ...without } = fields
  const done = [await here.adminBrowser.post(path, without), await here.adminBrowser.post(path, without)]
  for (const { headers } of done) expect(headers.get("Location")).toBe("/admin/orders/pack")
  const left = await textOf(here.adminBrowser, "/admin/orders/pack")
  expect(pageText(left)).toContain("2 orders are shipped")
  for (const id of ids) expect(left).not.toContain(id)
  expect(await findOrder(here.shop, here.admin, ids[2] ?? "")).toMatchObject({
    status: "Shipped",
    trackingNumber: "PARCEL 2",
  })
})

test("an order with an open withdrawal is marked in the list and on its slip, and not preselected for shipping", async () => {
  const [id, other] = [await order(), await order()]
  const stated = { order: id, email: here.ada.email, name: "Ada", reason: "", items: "The mug" }
  const at = here.shop.now().toISOString()
  await fileRequestedWithdrawal(here.shop, { address: "203.0.113.7", ...stated, at, userId: here.ada.id })
  // Anyone may send an unconfirmed withdrawal, so it does not hold the parcel back.
  await fileRequestedWithdrawal(here.shop, { ...stated, order: other, at, address: "192.0.2.7" })
  const name = orderName((await findOrder(here.shop, here.admin, id)).number)
  const list = pageText(await textOf(here.adminBrowser, "/admin/orders/pack"))
  expect(list.match(/\S+ Ada Lovelace Withdrawal open/g)).toEqual([`${name} Ada Lovelace Withdrawal open`])
  const query = `?id=${id}&id=${other}`
  const slips = pageText(await textOf(here.adminBrowser, `/admin/orders/slips${query}`))
  expect(slips).toContain(`Withdrawal open: ${name} Read`)
  const form = await textOf(here.adminBrowser, `/admin/orders/ship${query}`)
  const boxes = form.match(/<input[^>]*name="orders\[\d\]\.ship"[^>]*>/g) ?? []
  expect(boxes.map((box) => / checked/.test(box))).toEqual([false, true])
  expect(pageText(form).match(/Withdrawal open/g)).toHaveLength(1)
})

const rowOf = (row: number, id: string, tracking: string) => [
  [`orders[${row}].id`, id],
  [`orders[${row}].ship`, "on"],
  [`orders[${row}].tracking`, tracking],
]

test("carriers can be chosen from the settings, and the customer gets a link", async () => {
  await here.adminBrowser.post("/admin/settings", { snapshot: "0", carriers: "Post: https://post.example/{number}" })
  const id = await order()
  expect(await textOf(here.adminBrowser, `/admin/order/${id}`)).toContain('<option value="Post" selected="">')
  await here.adminBrowser.post(`/admin/order/${id}`, { status: "Shipped", tracking: "A/1", carrier: "Post" })
  expect(await textOf(buyer, `/order/${id}`)).toContain(
    '<a href="https://post.example/A%2F1" rel="external noreferrer">',
  )
  const api = await buyer.get(`/api/v1/order/${id}`)
  expect(await api.json()).toMatchObject({ order: { carrier: "Post", trackingUrl: "https://post.example/A%2F1" } })
})

test("a refund beyond the role's limits waits until someone with the permission makes it or declines it", async () => {
  const { shop } = here
  const role = "000000000000000000000005"
  await shop.db
    .updateTable("roles")
    .set({ refund_limit_of_order: 500, refund_limit_of_day: 800 })
    .where("id", "=", role)
    .execute()
  const browser = await here.signedIn(await anEmployee(shop, role, { name: "Sue Support" }))
  const [one, two, three] = [
    await buy(shop, here.ada, here.mug),
    await buy(shop, here.ada, here.mug),
    await buy(shop, here.ada, here.mug),
  ]
  const refund = (id: string, amount: string, by = browser) =>
    by.post(`/admin/order/${id}/refund`, { amount, snapshot: "0", reason: "Chipped" })
  const refunded = async (id: string) => (await findOrder(shop, here.admin, id)).refunded
  const order = `/admin/order/${one}`
  expect((await refund(one, "5.01")).headers.get("Location")).toBe(order)
  expect([await refunded(one), pageText(await (await browser.get(`${order}`)).text())]).toEqual([
    0,
    expect.stringMatching(
      /A refund of \$5\.01 needs approval Sue Support requested it.*Reason: Chipped Review the refund Decline/,
    ),
  ])
  await Promise.all([refund(two, "5.00"), refund(three, "5.00")])
  expect([await refunded(two), await refunded(three)].sort()).toEqual([0, 500])
  const cancelled = await browser.post(`${order}/cancel`, { reason: "Broken", snapshot: "0" })
  expect([cancelled.status, await cancelled.text()]).toEqual([
    409,
    expect.stringContaining("at most $5.00 of an order"),
  ])

  const page = await (await here.adminBrowser.get(`${order}`)).text()
  const [, confirm = ""] = /href="([^"]+refund\/confirm[^"]+)"/.exec(page) ?? []
  const confirmation = await (await here.adminBrowser.get(confirm.replaceAll("&amp;", "&"))).text()
  expect(confirmation).toContain("Refund $5.01?")
  const fields = Object.fromEntries(new URLSearchParams(confirm.replaceAll("&amp;", "&").split("?")[1]))
  await here.adminBrowser.post(`${order}/refund`, { ...fields, confirmed: "501" })
  expect([await refunded(one), await (await browser.get(`${order}`)).text()]).toEqual([
    501,
    expect.not.stringContaining("A refund of"),
  ])
  const waiting = `/admin/order/${(await refunded(two)) === 0 ? two : three}`
  expect((await browser.get(`${waiting}/refund/decline`)).headers.get("Location")).toBe(waiting)
  const other = await here.signedIn(await anEmployee(shop, role, { name: "Oli Other" }))
  await refund(waiting.split("/").at(-1) ?? "", "5.02", other)
  const decline = async (amount: number) => {
    const asked = shop.db.selectFrom("refund_requests").select("id").where("amount", "=", amount)
    return here.adminBrowser.post(`${waiting}/refund/decline`, { request: (await asked.executeTakeFirstOrThrow()).id })
  }
  await decline(500)
  expect(pageText(await (await browser.get(`${waiting}`)).text())).toMatch(
    /A refund of \$5\.02 needs approval Oli Other/,
  )
  expect(await (await browser.get(`${waiting}`)).text()).not.toContain("A refund of $5.00")
  await decline(502)
  expect(await (await browser.get(`${waiting}`)).text()).not.toContain("A refund of")
  const log = shop.db.selectFrom("audit_log").select(["actor_name", "action"]).where("subject_id", "=", one)
  expect(await log.orderBy("id").execute()).toEqual([
    { actor_name: "Sue Support", action: "order.refund-proposed" },
    { actor_name: here.admin.name, action: "order.refund-requested" },
  ])
})

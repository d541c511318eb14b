import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { anAdmin } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let order: string
let line: string
let ada: TestBrowser
let otherCustomer: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  const { shop } = server
  const admin = await signUpAdmin(shop)
  const member = await signUp(shop, "ada@buyers.test", "Ada Lovelace")
  order = await buy(shop, member, await shelve(shop, admin), 2)
  await advanceOrder(shop, admin, order, "Shipped")
  line = (await shop.db.selectFrom("order_lines").select("id").executeTakeFirstOrThrow()).id
  ada = await server.signedIn(member)
  otherCustomer = await server.signedIn(await signUp(shop, "eve@buyers.test", "Eve Else"))
})
afterAll(() => server.close())

const returns = () => server.shop.db.selectFrom("returns").selectAll().execute()
const jobs = async () => {
  const { rows } = await server.pool.query(
    "select key, task_identifier from graphile_worker.jobs where task_identifier = 'file-withdrawal'",
  )
  return rows.length
}

test("every page links to the form, for everyone", async () => {
  for (const path of ["/", "/products", "/cart", "/login", "/contact", "/nowhere", "/withdraw"]) {
    const page = await (await server.visitor().get(path)).text()
    expect([path, /<a [^>]*href="\/withdraw"[^>]*>Withdraw from contract here</.test(page)]).toEqual([path, true])
  }
})

test("two pages file it: the first one keeps its entries, the second one confirms", async () => {
  const visitor = server.visitor()
  const stated = { name: "Ada L.", order, email: "ada@buyers.test", items: "One mug", reason: "" }
  const refused = await visitor.post("/withdraw", { ...stated, email: "no address" })
  expect(refused.status).toBe(400)
  const again = await refused.text()
  expect(again).toContain("Please enter a valid email")
  expect(again).toContain('value="Ada L."')
  const review = await visitor.post("/withdraw", stated)
  expect(review.status).toBe(200)
  const page = await review.text()
  expect(page).toContain("Confirm withdrawal")
  expect(page).toContain('<input type="hidden" name="items" value="One mug"/>')
  expect(await jobs()).toBe(0)
  const changing = await visitor.post("/withdraw", { ...stated, change: "yes" })
  expect(await changing.text()).toMatch(/<input type="text"[^>]*value="Ada L\."/)
  const done = await visitor.post("/withdraw", { ...stated, confirmed: "yes" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/withdraw?sent"])
  expect(await jobs()).toBe(1)
})

test("number and email address reveal nothing: the response is the same, with a job in both cases", async () => {
  const before = await jobs()
  const responses = []
  for (const [number, email] of [
    [order, "ada@buyers.test"],
    [order, "eve@buyers.test"],
    ["f".repeat(24), "ada@buyers.test"],
    ["#1042", "ada@buyers.test"],
  ] as const) {
    const visitor = server.visitor()
    const done = await visitor.post("/withdraw", { name: "Eve", order: number, email, confirmed: "yes" })
    const next = await visitor.get(done.headers.get("Location") ?? "")
    responses.push([
      done.status,
      done.headers.get("Location"),
      (await next.text()).includes("If the number and email belong"),
    ])
  }
  expect(responses).toEqual(responses.map(() => [303, "/withdraw?sent", true]))
  expect(await jobs()).toBe(before + 4)
  expect(await returns()).toEqual([])
})

test("too many attempts have to wait", async () => {
  const visitor = server.visitor()
  const statement = { name: "Eve", order: "e".repeat(24), email: "eve@buyers.test", confirmed: "yes" }
  for (let tries = 0; tries < 5; tries++) expect((await visitor.post("/withdraw", statement)).status).toBe(303)
  const refused = await visitor.post("/withdraw", statement)
  expect(refused.status).toBe(429)
  expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/)
})

test("another customer's order is not found", async () => {
  expect((await otherCustomer.get(`/order/${order}/withdraw`)).status).toBe(404)
  const units = { "units[0].line": line, "units[0].quantity": 1, available: 2, confirmed: "yes" }
  const sent = await otherCustomer.post(`/order/${order}/withdraw`, { name: "Eve", email: "eve@buyers.test", ...units })
  expect(sent.status).toBe(404)
  expect((await server.visitor().get(`/order/${order}/withdraw`)).headers.get("Location")).toMatch(/^\/login/)
  expect(await returns()).toEqual([])
})

test("the buyer chooses units of the order, all of them at first", async () => {
  const path = `/order/${order}/withdraw`
  expect(await (await ada.get(`/order/${order}`)).text()).toContain(`href="${path}"`)
  const page = await (await ada.get(path)).text()
  expect(page).toMatch(/name="units\[0\]\.quantity"[^>]*value="2"|value="2"[^>]*name="units\[0\]\.quantity"/)
  const own = { name: "Ada Lovelace", email: "ada@home.test", reason: "Too blue", available: 2 }
  const none = await ada.post(path, { ...own, "units[0].line": line, "units[0].quantity": 0 })
  expect([none.status, (await none.text()).includes("Choose at least one unit")]).toEqual([400, true])
  const statement = { ...own, "units[0].line": line, "units[0].quantity": 1 }
  const review = await (await ada.post(path, statement)).text()
  expect(review).toContain("1 × Mug")
  expect(review).toContain("Confirm withdrawal")
  expect(await returns()).toEqual([])
  const done = await ada.post(path, { ...statement, confirmed: "yes" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/order/${order}`])
  expect(await returns()).toMatchObject([{ order_id: order, email: "ada@home.test", reason: "Too blue" }])
  const again = await ada.post(path, { ...statement, confirmed: "yes" })
  expect(again.status).toBe(409)
  expect(await returns()).toHaveLength(1)
})

test("a request for a return that is sent twice is filed once, with the same response", async () => {
  const { shop } = server
  const admin = await signUpAdmin(shop, "second@shop.test")
  const bob = await signUp(shop, "bob@buyers.test")
  const bought = await buy(shop, bob, await shelve(shop, admin), 1)
  for (const status of ["Shipped", "Delivered"] as const) await advanceOrder(shop, admin, bought, status)
  const browser = await server.signedIn(bob)
  const path = `/order/${bought}/return`
  const fields = { ...hiddenFields(await (await browser.get(path)).text()), reason: "Something else", details: "" }
  expect(fields).toMatchObject({ formKey: [expect.any(String)], available: ["1"] })
  const presses = await Promise.all([1, 2].map(() => browser.post(path, { ...fields, "units[0].quantity": "1" })))
  for (const response of presses)
    expect([response.status, response.headers.get("Location")]).toEqual([303, `/order/${bought}`])
  expect((await returns()).filter(({ order_id }) => order_id === bought)).toHaveLength(1)
})

describe("a withdrawal that was sent without signing in", () => {
  async function declare() {
    const { shop } = server
    const carla = await signUp(shop, `carla-${crypto.randomUUID()}@buyers.test`, "Carla Customer")
    const bought = await buy(shop, carla, await shelve(shop, await anAdmin(shop)), 1)
    const stated = { order: bought, email: carla.email, name: "Somebody", items: "", reason: "" }
    await fileRequestedWithdrawal(shop, { ...stated, at: shop.now().toISOString(), address: "198.51.100.9" })
    const mails = shop.db.selectFrom("mails").select("text_body").where("kind", "=", "withdrawal-declared")
    const { text_body } = await mails.where("recipient", "=", carla.email).executeTakeFirstOrThrow()
    const link = /\/withdraw\/confirm\/[\w-]+/.exec(text_body)?.[0] ?? ""
    const { id } = await shop.db
      .selectFrom("returns")
      .select("id")
      .where("order_id", "=", bought)
      .executeTakeFirstOrThrow()
    return { carla, bought, link, id }
  }
  const statusOf = async (id: string) =>
    (await server.shop.db.selectFrom("orders").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status

  test("is confirmed by the mailed link, without an account and with the secret in no address", async () => {
    const { bought, link } = await declare()
    const visitor = server.visitor()
    const opened = await visitor.get(link)
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/withdraw/confirm"])
    const page = await (await visitor.get("/withdraw/confirm")).text()
    expect(page).toContain("Confirm withdrawal")
    expect(page).toContain("Somebody")
    expect(page).not.toContain("Carla")
    expect(await statusOf(bought)).toBe("Processing")
    const done = await visitor.post("/withdraw/confirm", {})
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/withdraw?confirmed"])
    expect(await (await visitor.get("/withdraw?confirmed")).text()).toContain("Your withdrawal is confirmed")
    expect(await statusOf(bought)).toBe("Cancelled")
    const again = server.visitor()
    await again.get(link)
    const used = await again.get("/withdraw/confirm")
    expect([used.status, (await used.text()).includes("This link has been used")]).toEqual([400, true])
    expect((await again.post("/withdraw/confirm", {})).status).toBe(400)
  })

  test("is confirmed on the page of the order, by its buyer alone", async () => {
    const { carla, bought, id } = await declare()
    const browser = await server.signedIn(carla)
    const path = `/order/${bought}/withdrawal/${id}`
    expect(await (await browser.get(`/order/${bought}`)).text()).toContain(`href="${path}"`)
    expect((await otherCustomer.get(path)).status).toBe(404)
    expect((await otherCustomer.post(path, {})).status).toBe(404)
    expect(await (await browser.get(path)).text()).toContain("All items of the order")
    const done = await browser.post(path, {})
    expect([done.status, done.headers.get("Location")]).toEqual([303, `/order/${bought}`])
    expect(await statusOf(bought)).toBe("Cancelled")
    expect((await browser.get(path)).status).toBe(404)
  })

  test("is shown to staff with the sender's network, who confirm or decline it", async () => {
    const { shop } = server
    const keeper = await server.signedIn(await anAdmin(shop))
    const first = await declare()
    const page = await (await keeper.get(`/admin/return/${first.id}`)).text()
    expect(page).toContain("198.51.100.9")
    expect(page).toContain(`href="/admin/return/${first.id}/decline"`)
    expect(await (await keeper.get("/admin/returns?status=declared")).text()).toContain(`/admin/return/${first.id}`)
    const declined = await keeper.post(`/admin/return/${first.id}/decline`, { reason: "The buyer did not send it" })
    expect(declined.status).toBe(303)
    expect(await statusOf(first.bought)).toBe("Processing")
    const second = await declare()
    expect((await keeper.post(`/admin/return/${second.id}`, { step: "confirm" })).status).toBe(303)
    expect(await statusOf(second.bought)).toBe("Cancelled")
    const audit = shop.db.selectFrom("audit_log").select("action").where("subject_id", "=", second.bought)
    expect((await audit.execute()).map(({ action }) => action)).toContain("return.confirmed")
  })
})

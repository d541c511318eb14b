import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anEmployee } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

let server: TestServer
let ada: Member
let order: string
let line: string
let keeper: TestBrowser
let buyer: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  const { shop } = server
  const admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@buyers.test", "Ada Lovelace")
  order = await buy(shop, ada, await shelve(shop, admin, { name: "Teapot" }), 2)
  await advanceOrder(shop, admin, order, "Shipped")
  line = (await findOrder(shop, ada, order)).lines[0]?.id ?? ""
  keeper = await server.signedIn(admin)
  buyer = await server.signedIn(ada)
})
afterAll(() => server.close())

const newest = async () => {
  const rows = server.shop.db.selectFrom("returns").selectAll().orderBy("created_at", "desc").orderBy("id", "desc")
  return rows.executeTakeFirst()
}
const textOf = async (browser: TestBrowser, path: string) => (await browser.get(path)).text()

test("the buyer requests a return with a reason, and other visitors find nothing", async () => {
  const path = `/order/${order}/return`
  expect(await textOf(buyer, `/order/${order}`)).toContain(`href="${path}"`)
  const units = { "units[0].line": line, "units[0].quantity": 1, available: 2 }
  const refused = await buyer.post(path, { ...units, details: "Two cracks" })
  const again = await refused.text()
  expect([refused.status, again.includes("Choose a reason"), again.includes("Two cracks")]).toEqual([400, true, true])
  const otherCustomer = await server.signedIn(await signUp(server.shop, "eve@buyers.test"))
  expect((await otherCustomer.get(path)).status).toBe(404)
  expect((await otherCustomer.post(path, { ...units, reason: "Damaged or faulty" })).status).toBe(404)
  expect(await newest()).toBeUndefined()
  const done = await buyer.post(path, { ...units, reason: "Damaged or faulty", details: "Two cracks" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, `/order/${order}`])
  expect(await newest()).toMatchObject({ kind: "return", reason: "Damaged or faulty: Two cracks" })
  expect(await textOf(buyer, `/order/${order}`)).toContain("Requested")
})

test("it is listed, and processed with plain forms", async () => {
  const id = (await newest())?.id ?? ""
  const here = `/admin/return/${id}`
  for (const path of ["/admin/returns", "/admin/returns?status=open", `/admin/order/${order}`])
    expect([path, (await textOf(keeper, path)).includes(`href="${here}"`)]).toEqual([path, true])
  expect(await textOf(keeper, "/admin/returns?kind=withdrawal")).toContain("Nothing found")
  const step = async (name: string) => (await keeper.post(here, { step: name })).headers.get("Location")
  expect((await keeper.get(`${here}/refund`)).headers.get("Location")).toBe(here)
  expect(await step("receive")).toBe(here)
  expect(await textOf(keeper, here)).toContain("Marked as received")
  expect(await step("reopen")).toBe(here)
  expect((await keeper.post(`${here}/decline`, { reason: "" })).status).toBe(400)
  expect((await keeper.post(`${here}/decline`, { reason: "Used" })).status).toBe(303)
  expect(await textOf(buyer, `/order/${order}`)).toContain("Used")
  await step("reopen")
  await step("receive")
  const form = await textOf(keeper, `${here}/refund`)
  expect(form).toContain('value="11.00"')
  const refund = { goods: "11.00", shipping: "0", "units[0].line": line, "units[0].restocked": 1, snapshot: 0 }
  const many = await keeper.post(`${here}/refund`, { ...refund, "units[0].restocked": 2 })
  expect([many.status, (await many.text()).includes("Only 1 of Teapot can be refunded")]).toEqual([400, true])
  const done = await keeper.post(`${here}/refund`, refund)
  expect([done.status, done.headers.get("Location")]).toEqual([303, here])
  expect(await textOf(keeper, here)).toContain("$11.00 refunded")
  expect(await textOf(buyer, `/order/${order}`)).toContain("Partly returned")
  expect((await keeper.post(`${here}/refund`, refund)).headers.get("Location")).toBe(here)
  expect(await textOf(keeper, here)).toContain("This return is refunded already")
  expect((await findOrder(server.shop, ada, order)).refunded).toBe(1_100)
})

test("a refund of a return beyond the role's limits waits, is listed, and is made by someone with the permission", async () => {
  const { shop } = server
  const role = "000000000000000000000005"
  await shop.db.updateTable("roles").set({ refund_limit_of_order: 500 }).where("id", "=", role).execute()
  const support = await server.signedIn(await anEmployee(shop, role, { name: "Sue Support" }))
  const mug = await shelve(shop, await signUpAdmin(shop, "two@shop.test"), { name: "Mug" })
  const sent = await buy(shop, ada, mug, 2)
  await keeper.post(`/admin/order/${sent}`, { status: "Shipped" })
  const bought = (await findOrder(shop, ada, sent)).lines[0]?.id ?? ""
  const units = { "units[0].line": bought, "units[0].quantity": 2, available: 2 }
  await buyer.post(`/order/${sent}/return`, { ...units, reason: "Damaged or faulty" })
  const here = `/admin/return/${(await newest())?.id}`
  await support.post(here, { step: "receive" })
  const parts = { "units[0].line": bought, "units[0].restocked": 1, "units[0].writtenOff": 1, snapshot: 0 }
  const asked = await support.post(`${here}/refund`, { goods: "21.00", shipping: "1.00", ...parts })
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, here])
  expect(pageText(await textOf(support, here))).toMatch(
    /The refund of \$22\.00 is waiting for someone with a higher limit.*A refund of \$22\.00 needs approval Sue Support requested it.*Review the refund/,
  )
  expect(await findOrder(shop, ada, sent)).toMatchObject({ refunded: 0, lines: [{ returnedQuantity: 0 }] })
  expect(await textOf(keeper, "/admin/orders?payment=waiting")).toContain(sent)
  expect(await textOf(keeper, "/admin/orders?payment=waiting")).not.toContain(order)
  expect(pageText(await textOf(keeper, "/admin/attention"))).toContain("1 order has a refund that needs approval")
  expect(pageText(await textOf(keeper, "/admin/dashboard"))).toContain("1 order has a refund that needs approval")
  expect(await textOf(keeper, `/admin/order/${sent}`)).toContain(`href="${here}/refund"`)

  for (const takeBack of [
    () => keeper.post(here, { step: "reopen" }),
    () => keeper.post(`${here}/decline`, { reason: "Used" }).then(() => keeper.post(here, { step: "reopen" })),
  ]) {
    await takeBack()
    expect(await textOf(keeper, "/admin/orders?payment=waiting")).not.toContain(sent)
    await keeper.post(here, { step: "receive" })
    expect(pageText(await textOf(keeper, here))).not.toContain("waits")
    await support.post(`${here}/refund`, { goods: "21.00", shipping: "1.00", ...parts })
  }
  const log = pageText(await textOf(keeper, `/admin/audit?subject=${sent}`))
  expect(log).toMatch(/Declined a refund.*The return is declined.*Declined a refund.*The return has not been received/)

  const form = await textOf(keeper, `${here}/refund`)
  expect(pageText(form)).toContain("Sue Support asks for a refund of $22.00")
  for (const value of ["21.00", "1.00"]) expect(form).toContain(`value="${value}"`)
  await keeper.post(`${here}/refund`, { goods: "21.00", shipping: "1.00", ...parts })
  expect(await findOrder(shop, ada, sent)).toMatchObject({ refunded: 2_200, lines: [{ returnedQuantity: 1 }] })
  expect(await textOf(keeper, "/admin/orders?payment=waiting")).not.toContain(sent)
  expect(pageText(await textOf(keeper, "/admin/attention"))).not.toContain("a refund that needs approval")
})

test("the back office's returns are only for staff, and unknown ones are not found", async () => {
  const id = (await newest())?.id ?? ""
  for (const path of ["/admin/returns", `/admin/return/${id}`, `/admin/return/${id}/refund`]) {
    expect((await buyer.get(path)).headers.get("Location")).toBe("/account")
    expect((await server.visitor().get(path)).headers.get("Location")).toMatch(/^\/login/)
  }
  expect((await buyer.post(`/admin/return/${id}`, { step: "reopen" })).headers.get("Location")).toBe("/account")
  expect((await keeper.get(`/admin/return/${"f".repeat(24)}`)).status).toBe(404)
})

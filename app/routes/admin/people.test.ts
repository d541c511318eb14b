import { afterAll, beforeAll, expect, test } from "vitest"
import type { Admin, Member } from "~/domain/accounts/user"
import { formatCents } from "~/domain/money"
import { newObjectId } from "~/domain/object-id.server"
import { readCustomerValues } from "~/domain/orders/customer-value.server"
import { findOrder } from "~/domain/orders/orders.server"
import { refundOrder } from "~/domain/orders/refund-order.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { pageText } from "~/testing/page-text"
import { PASSWORD } from "~/testing/people.server"
import type { TestBrowser } from "~/testing/test-browser.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"
import { openTestServer, type TestServer } from "~/testing/test-server.server"

let server: TestServer
let admin: Admin
let ada: Member
let mug: string
let keeper: TestBrowser

beforeAll(async () => {
  server = await openTestServer()
  admin = await signUpAdmin(server.shop)
  ada = await signUp(server.shop, "ada@shop.test", "Ada Lovelace")
  mug = await shelve(server.shop, admin, { stock: 500 })
  keeper = server.visitor()
  await keeper.post("/login", { email: "admin@shop.test", password: PASSWORD })
})
afterAll(() => server.close())

const textOf = async (path: string, browser = keeper) => (await browser.get(path)).text()
const pageOf = async (path: string, browser = keeper) => pageText(await textOf(path, browser))

test("all users are listed with their roles", async () => {
  const words = await pageOf("/admin/users")
  expect(words).toMatch(/ALL USERS.*User ID.*Email.*Name.*Role.*Actions/)
  expect(words).toMatch(/ada@shop\.test Ada Lovelace user/)
  expect(await textOf("/admin/users")).toMatch(/badge-good">admin.*/s)
  expect(await pageOf("/admin/users?search=lovelace&role=admin")).toContain("No users found")
})

test("a user is updated on the spot; what is wrong comes back", async () => {
  const path = `/admin/user/${ada.id}`
  const bad = await keeper.post(path, { name: "", email: "nonsense", role: "" })
  expect(bad.status).toBe(400)
  expect(pageText(await bad.text())).toMatch(/Please enter your name.*Please enter a valid email.*Please choose a role/)
  const taken = await keeper.post(path, { name: "Ada", email: "ADMIN@shop.test", role: "user" })
  expect(taken.status).toBe(400)

  const done = await keeper.post(path, { name: "Ada King", email: "ada@shop.test", role: "user" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, path])
  const html = await textOf(path)
  expect(pageText(html)).toMatch(/User data updated.*Update User.*Update/)
  expect(html).toContain('value="Ada King"')
})

test("what customers have bought stands beside them, less what they got back", async () => {
  const eve = await signUp(server.shop, "eve.value@shop.test", "Eve Value")
  expect(await pageOf("/admin/users?search=eve.value")).toMatch(/Lifetime value.*Eve Value user 0 \$0\.00/)
  const order = await buy(server.shop, eve, mug, 3)
  await buy(server.shop, eve, mug)
  const { total } = (await findOrder(server.shop, eve, order)).totals
  const before = await readCustomerValues(server.shop, admin, [eve.id, ada.id])
  expect(before[eve.id]).toMatchObject({ orders: 2 })
  await refundOrder(server.shop, admin, order, { amount: total })
  const after = await readCustomerValues(server.shop, admin, [eve.id])
  expect(after[eve.id]?.value).toBe((before[eve.id]?.value ?? 0) - total)
  expect(await pageOf(`/admin/user/${eve.id}`)).toContain(`2 orders, ${formatCents(after[eve.id]?.value ?? 0)} in all.`)
  expect(await readCustomerValues(server.shop, admin, [])).toEqual({})
})

test("one search finds orders, products and customers, and says when it finds none", async () => {
  const zoe = await signUp(server.shop, "zoe@shop.test", "Zoe Zimmer")
  const zither = await shelve(server.shop, admin, { name: "Zimmer zither" })
  const order = await buy(server.shop, zoe, zither)
  const words = await pageOf("/admin/search?search=zimmer")
  expect(words).toMatch(/Orders \(1\).*Zoe Zimmer.*Products \(1\).*Zimmer zither.*Customers \(1\).*zoe@shop\.test/)
  expect(await textOf(`/admin/search?search=${order}`)).toContain(`href="/admin/order/${order}"`)
  expect(await textOf(`/admin/search?search=${zither}`)).toContain(`href="/admin/product/${zither}"`)
  expect(await pageOf("/admin/search?search=xqzyv")).toContain("Nothing found for “xqzyv”")
  for (const short of ["", "?search=", "?search=zi", "?search=%20%20zi%20"]) {
    expect(await pageOf(`/admin/search${short}`)).toContain("Please enter at least 3 characters")
  }
  expect(await textOf("/admin/search?search=%25%25%25")).toContain("Nothing found")
  const shopper = server.visitor()
  await shopper.post("/login", { email: "zoe@shop.test", password: PASSWORD })
  expect((await shopper.get("/admin/search?search=zimmer")).headers.get("Location")).toBe("/account")
})

test("the back office has a head of its own, and leads to the shop", async () => {
  const html = await textOf("/admin/users")
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>View shop<\/a>/)
  expect(html).toContain('action="/admin/search"')
  expect(html).not.toContain('aria-label="Quick links"')
  expect(await textOf("/")).not.toContain('action="/admin/search"')
})

test("a user's orders, reviews and sessions are one link away", async () => {
  await buy(server.shop, ada, mug)
  await leaveReview(server.shop, ada, { productId: mug, rating: 2, comment: "Chipped" })
  const browser = server.visitor()
  await browser.post(
    "/login",
    { email: "ada@shop.test", password: PASSWORD },
    { "User-Agent": "Mozilla Firefox/140.0 Windows" },
  )
  const html = await textOf(`/admin/user/${ada.id}`)
  const links = [...html.matchAll(/href="(\/admin\/[^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"))
  for (const [path, words] of [
    [`/admin/orders?user=${ada.id}`, "1–1 of 1"],
    [`/admin/reviews?user=${ada.id}`, "Chipped"],
    [`/admin/user/${ada.id}/sessions`, "Firefox on Windows"],
  ] as const) {
    expect(links).toContain(path)
    expect(await pageOf(path)).toContain(words)
  }
  await keeper.post(`/admin/user/${ada.id}/sessions/end`, {})
  expect(await pageOf(`/admin/user/${ada.id}/sessions`)).toMatch(/Signed out everywhere.*Not signed in anywhere/)
  expect((await browser.get("/account")).headers.get("Location")).toContain("/login")
})

test("a deleted user is out at once, and back after Undo", async () => {
  const bob = await signUp(server.shop, "bob@shop.test", "Bob")
  const browser = server.visitor()
  await browser.post("/login", { email: "bob@shop.test", password: PASSWORD })
  expect(await pageOf(`/admin/user/${bob.id}/delete`)).toContain("Delete Bob?")
  const done = await keeper.post(`/admin/user/${bob.id}/delete?back=%2Fadmin%2Fusers%3Fsearch%3Db`, {})
  expect(done.headers.get("Location")).toBe("/admin/users?search=b")
  expect(await pageOf("/admin/users?search=b")).toContain("Profile has been deleted")
  expect((await browser.get("/account")).headers.get("Location")).toContain("/login")
  await keeper.post("/admin/undo", { kind: "user", id: bob.id, back: "/admin/users" })
  expect(await pageOf("/admin/users?search=bob")).toMatch(/User has been restored.*bob@shop\.test/)
})

test("the last administrator can be neither deleted nor demoted, and the page says so", async () => {
  await keeper.post(`/admin/user/${admin.id}/delete`, {})
  expect(await pageOf("/admin/users")).toContain("The last administrator can be neither deleted nor demoted")
  const demoted = await keeper.post(`/admin/user/${admin.id}`, { name: "G", email: "admin@shop.test", role: "user" })
  expect(demoted.status).toBe(400)
  expect(await pageOf("/admin/users?role=admin")).toContain("1–1 of 1")
})

test("of two administrators who demote each other at once, one stays", async () => {
  const { shop } = server
  for (let round = 0; round < 5; round++) {
    const email = `rival${round}@shop.test`
    const rival = await signUpAdmin(shop, email, "Rival")
    const browser = server.visitor()
    await browser.post("/login", { email, password: PASSWORD })
    await Promise.all([
      keeper.post(`/admin/user/${rival.id}`, { name: "R", email, role: "user" }),
      browser.post(`/admin/user/${admin.id}/delete`, {}),
    ])
    const admins = await shop.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("deleted_at", "is", null)
      .execute()
    expect(admins.length).toBeGreaterThanOrEqual(1)
    await shop.db.updateTable("users").set({ role: "user" }).where("id", "=", rival.id).execute()
    await shop.db.updateTable("users").set({ role: "admin", deleted_at: null }).where("id", "=", admin.id).execute()
    await keeper.post("/login", { email: "admin@shop.test", password: PASSWORD })
  }
})

test("reviews are found by product, and without one the newest of all are shown", async () => {
  const { shop } = server
  const pot = await shelve(shop, admin, { name: "Teapot" })
  await leaveReview(shop, ada, { productId: pot, rating: 5, comment: "Pours well" })
  const all = await pageOf("/admin/reviews")
  expect(all).toMatch(/Enter product ID to find review.*Search.*Review ID.*User.*Comment.*Rating.*Actions/)
  expect(all).toMatch(/Pours well.*Chipped/)
  const one = await pageOf(`/admin/reviews?product=${pot.toUpperCase()}`)
  expect(one).toContain("Pours well")
  expect(one).not.toContain("Chipped")
  expect(await pageOf("/admin/reviews?product=teapot")).toContain("No reviews found")
  expect(await pageOf("/admin/reviews?rating=2")).not.toContain("Pours well")
  expect(await textOf("/admin/reviews?rating=2")).toMatch(/badge-bad">2</)
  expect(await textOf(`/admin/reviews?product=${pot}`)).toMatch(/badge-good">5</)
})

test("a deleted review changes the rating at once, and Undo brings it back", async () => {
  const { shop } = server
  const jug = await shelve(shop, admin, { name: "Jug" })
  await leaveReview(shop, ada, { productId: jug, rating: 1, comment: "Leaks" })
  const { id } = await shop.db
    .selectFrom("reviews")
    .select("id")
    .where("product_id", "=", jug)
    .executeTakeFirstOrThrow()
  const back = `/admin/reviews?product=${jug}`
  await keeper.post(`/admin/review/${id}/delete?${new URLSearchParams({ back })}`, {})
  expect(await pageOf(back)).toMatch(/Review has been deleted.*No reviews found/)
  const reviews = shop.db.selectFrom("products").select("num_reviews").where("id", "=", jug)
  expect(await reviews.executeTakeFirst()).toEqual({ num_reviews: 0 })
  await keeper.post("/admin/undo", { kind: "review", id, back })
  expect(await pageOf(back)).toMatch(/Review has been restored.*Leaks/)
  expect(await reviews.executeTakeFirst()).toEqual({ num_reviews: 1 })
})

test("the audit log tells all of this, offers Undo, and can be taken along", async () => {
  const { shop } = server
  const cup = await shelve(shop, admin, { name: "Audited cup" })
  await keeper.post(`/admin/product/${cup}/delete`, {})
  const html = await textOf(`/admin/audit?subject=${cup}`)
  expect(pageText(html)).toMatch(/Deleted product.*Name: Audited cup.*Price: \$10\.00.*Undo.*Published product/)
  expect(html).toMatch(new RegExp(`name="id" value="${cup}"`))
  expect(await pageOf("/admin/audit?kind=user")).toMatch(/Updated user.*Name: from .* to /)
  expect(await pageOf("/admin/audit?kind=mail")).toContain("Nothing has been done yet")
  const file = await keeper.get(`/admin/audit/export?subject=${cup}`)
  expect(file.headers.get("Content-Disposition")).toContain("audit-log-")
  expect((await file.text()).split("\n").filter(Boolean)).toHaveLength(3)
})

test("what needs attention is listed, can be settled and tried again, and both are in the audit log", async () => {
  const { shop } = server
  expect(await pageOf("/admin/attention")).not.toContain("All clear")
  await keeper.post("/admin/page/imprint", { title: "Imprint", body: "Counter Ltd.", seen: "0" })
  expect(await pageOf("/admin/attention")).toMatch(/What needs attention All clear/)
  const mail = {
    id: newObjectId(shop.now()),
    kind: "welcome",
    recipient: "a@b.test",
    subject: "Hi",
    text_body: "",
    html_body: "",
  }
  await shop.db
    .insertInto("mails")
    .values({ ...mail, failed_at: shop.now(), last_error: "No such mailbox" })
    .execute()
  const incident = {
    id: newObjectId(shop.now()),
    kind: "disputed",
    payment_intent_id: "pi_1",
    detail: "The bank asks",
    user_id: ada.id,
  }
  await shop.db.insertInto("payment_incidents").values(incident).execute()
  expect(await pageOf("/admin/dashboard")).toMatch(
    /What needs attention 1 payment needs a look, 1 email could not be sent/,
  )
  expect(await pageOf("/admin/attention")).toMatch(
    /Disputed by the cardholder.*The bank asks.*Open.*No such mailbox.*Try again/,
  )

  await keeper.post(`/admin/attention/payment/${incident.id}`, {})
  await keeper.post(`/admin/attention/mail/${mail.id}`, {})
  expect(await pageOf("/admin/attention")).toMatch(/All clear.*The bank asks.*Settled/)
  expect(await pageOf("/admin/attention")).not.toContain("Emails that could not be sent")
  expect(await pageOf("/admin/audit?kind=payment")).toContain("Resolved a payment")
  expect(await pageOf("/admin/audit?kind=mail")).toContain("Sent an email again")
  await keeper.post(`/admin/attention/mail/${mail.id}`, {})
  expect(await pageOf("/admin/attention")).toContain("There is no failed email with this ID")
  await keeper.post(`/admin/attention/refund/${incident.id}`, {})
  expect(await pageOf("/admin/attention")).toContain("There is no refund to request again")
})

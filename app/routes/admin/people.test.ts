import { sql } from "kysely"
import { expect, test } from "vitest"
import { recordClock } from "~/domain/dashboard/wrong-clocks.server"
import { formatMoney } from "~/domain/money/format-money"
import { newObjectId } from "~/domain/object-id.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { readCustomerValues } from "~/domain/orders/customer-value.server"
import { findOrder } from "~/domain/orders/orders.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { pageText } from "~/testing/pages/page-text"
import { frameFaults } from "~/testing/pages/shop-frame"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()

const textOf = async (path: string, browser = here.adminBrowser) => (await browser.get(path)).text()
const pageOf = async (path: string, browser = here.adminBrowser) => pageText(await textOf(path, browser))

test("all users are listed with their roles", async () => {
  const words = await pageOf("/admin/users")
  expect(words).toMatch(/ALL USERS.*User ID.*Email.*Name.*Role.*Actions/)
  expect(words).toMatch(/ada@shop\.test Ada Lovelace user/)
  expect(await textOf("/admin/users")).toMatch(/badge-good">admin.*/s)
  expect(await pageOf("/admin/users?search=lovelace&role=admin")).toContain("Nothing found")
})

test("a user is updated in place; invalid values are shown again", async () => {
  const path = `/admin/user/${here.ada.id}`
  const bad = await here.adminBrowser.post(path, { name: "", email: "nonsense", role: "" })
  expect(bad.status).toBe(400)
  expect(pageText(await bad.text())).toMatch(/Please enter your name.*Please enter a valid email.*Please choose a role/)
  const taken = await here.adminBrowser.post(path, { name: "Ada", email: "ADMIN@shop.test", role: "user" })
  expect(taken.status).toBe(400)

  const done = await here.adminBrowser.post(path, { name: "Ada King", email: "ada@shop.test", role: "user" })
  expect([done.status, done.headers.get("Location")]).toEqual([303, path])
  const html = await textOf(path)
  expect(pageText(html)).toMatch(/User data updated.*Update User.*Update/)
  expect(html).toContain('value="Ada King"')
})

test("customers are listed with their purchases, less refunds", async () => {
  const eve = await signUp(here.shop, "eve.value@shop.test", "Eve Value")
  expect(await pageOf("/admin/users?search=eve.value")).toMatch(/Lifetime value.*Eve Value user 0 \$0\.00/)
  const order = await buy(here.shop, eve, here.mug, 3)
  await buy(here.shop, eve, here.mug)
  const { total } = (await findOrder(here.shop, eve, order)).totals
  const before = await readCustomerValues(here.shop, here.admin, [eve.id, here.ada.id])
  expect(before[eve.id]).toMatchObject({ orders: 2 })
  await refundOrder(here.shop, here.admin, order, { amount: total })
  const after = await readCustomerValues(here.shop, here.admin, [eve.id])
  expect(after[eve.id]?.value).toBe((before[eve.id]?.value ?? 0) - total)
  expect(await pageOf(`/admin/user/${eve.id}`)).toContain(
    `2 orders, ${formatMoney(after[eve.id]?.value ?? 0, "USD")} in all.`,
  )
  expect(await readCustomerValues(here.shop, here.admin, [])).toEqual({})
})

test("the search does not show a number for a product that is sold without counting", async () => {
  await shelve(here.shop, here.admin, { name: "Uncounted zester", uncounted: true })
  expect(await pageOf("/admin/search?search=zester")).toContain("Uncounted zester Not counted")
})

test("one search finds orders, products and customers, and says when it finds none", async () => {
  const zoe = await signUp(here.shop, "zoe@shop.test", "Zoe Zimmer")
  const zither = await shelve(here.shop, here.admin, { name: "Zimmer zither" })
  const order = await buy(here.shop, zoe, zither)
  const words = await pageOf("/admin/search?search=zimmer")
  expect(words).toMatch(/Orders \(1\).*Zoe Zimmer.*Products \(1\).*Zimmer zither.*Customers \(1\).*zoe@shop\.test/)
  expect(await textOf(`/admin/search?search=${order}`)).toContain(`href="/admin/order/${order}"`)
  expect(await textOf(`/admin/search?search=${zither}`)).toContain(`href="/admin/product/${zither}"`)
  expect(await pageOf("/admin/search?search=xqzyv")).toContain("Nothing found for “xqzyv”")
  for (const short of ["", "?search=", "?search=zi", "?search=%20%20zi%20"]) {
    expect(await pageOf(`/admin/search${short}`)).toContain("Please enter at least 3 characters")
  }
  expect(await textOf("/admin/search?search=%25%25%25")).toContain("Nothing found")
  const shopper = here.visitor()
  await shopper.post("/login", { email: "zoe@shop.test", password: PASSWORD })
  expect((await shopper.get("/admin/search?search=zimmer")).headers.get("Location")).toBe("/account")
})

test("the back office has its own search, and links to the shop", async () => {
  const html = await textOf("/admin/users")
  expect(frameFaults(html, { signedIn: true })).toEqual([])
  expect(html).toContain('action="/admin/search"')
  expect(await textOf("/")).not.toContain('action="/admin/search"')
})

test("a user's orders, reviews and sessions are one link away", async () => {
  await buy(here.shop, here.ada, here.mug)
  await leaveReview(here.shop, here.ada, { productId: here.mug, rating: 2, comment: "Chipped" })
  const browser = here.visitor()
  await browser.post(
    "/login",
    { email: "ada@shop.test", password: PASSWORD },
    { "User-Agent": "Mozilla Firefox/140.0 Windows" },
  )
  const html = await textOf(`/admin/user/${here.ada.id}`)
  const links = [...html.matchAll(/href="(\/admin\/[^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"))
  for (const [path, words] of [
    [`/admin/orders?user=${here.ada.id}`, "1–1 of 1"],
    [`/admin/reviews?user=${here.ada.id}`, "Chipped"],
    [`/admin/user/${here.ada.id}/sessions`, "Firefox on Windows"],
  ] as const) {
    expect(links).toContain(path)
    expect(await pageOf(path)).toContain(words)
  }
  await here.adminBrowser.post(`/admin/user/${here.ada.id}/sessions/end`, {})
  expect(await pageOf(`/admin/user/${here.ada.id}/sessions`)).toMatch(/Signed out everywhere.*Not signed in anywhere/)
  expect((await browser.get("/account")).headers.get("Location")).toContain("/login")
})

test("a new administrator waits for the address to be verified, and the page says so and sends the link again", async () => {
  const eve = await aMember(here.shop, { name: "Eve", verified: false })
  const path = `/admin/user/${eve.id}`
  const fields = { name: eve.name, email: eve.email, role: "admin", "snapshot.role": "user" }
  await here.adminBrowser.post(path, { ...fields, "snapshot.name": eve.name, "snapshot.email": eve.email })
  const page = await pageOf(path)
  expect(page).toContain(`User data updated. The role takes effect once ${eve.email} is confirmed`)
  expect(page).toContain(`Eve becomes an administrator once ${eve.email} is confirmed`)
  expect(await pageOf("/admin/users?search=Eve")).toContain("admin (email not confirmed)")
  await here.adminBrowser.post(`${path}/verification`, {})
  expect(await pageOf(path)).toContain(`Email sent to ${eve.email}`)
  const mails = here.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", eve.email)
  const [, again] = await mails.where("kind", "=", "email-verification").orderBy("id").execute()
  expect(again?.text_body.replaceAll(/\s+/g, " ")).toContain("You have been made an administrator of Counter")

  const browser = await here.signedIn(eve)
  expect((await browser.get("/admin")).headers.get("Location")).toBe("/account")
  expect((await browser.get("/account/security/app")).headers.get("Location")).toBe("/account/email")
  expect(pageText(await (await browser.get("/account/security")).text())).toContain("Please confirm your email first")
  const [, link = ""] = /(\/account\/email\/link\/\S+)/.exec(again?.text_body ?? "") ?? []
  const confirm = (await browser.get(link)).headers.get("Location") ?? ""
  expect(pageText(await (await browser.get(confirm)).text())).toContain("You will be signed out on all other devices")
  expect((await browser.post(confirm, {})).headers.get("Location")).toBe("/admin")
  expect((await browser.get("/admin/dashboard")).status).toBe(200)
  await here.adminBrowser.post(path, { name: eve.name, email: eve.email, role: "user" })
  expect((await browser.get("/admin/dashboard")).headers.get("Location")).toBe("/account")
})

test("a deleted user is signed out immediately, and restored by Undo", async () => {
  const bob = await signUp(here.shop, "bob@shop.test", "Bob")
  const browser = here.visitor()
  await browser.post("/login", { email: "bob@shop.test", password: PASSWORD })
  expect(await pageOf(`/admin/user/${bob.id}/delete`)).toContain("Delete Bob?")
  const done = await here.adminBrowser.post(`/admin/user/${bob.id}/delete?back=%2Fadmin%2Fusers%3Fsearch%3Db`, {})
  expect(done.headers.get("Location")).toBe("/admin/users?search=b")
  expect(await pageOf("/admin/users?search=b")).toContain("Profile has been deleted")
  expect((await browser.get("/account")).headers.get("Location")).toContain("/login")
  await here.adminBrowser.post("/admin/undo", { kind: "user", id: bob.id, back: "/admin/users" })
  expect(await pageOf("/admin/users?search=bob")).toMatch(/User has been restored.*bob@shop\.test/)
})

test("a form sent twice creates one role, and leads to the staff both times", async () => {
  const formKey = /name="formKey" value="([\w-]{22})"/.exec(await textOf("/admin/staff/role"))?.[1] ?? ""
  const send = () => here.adminBrowser.post("/admin/staff/role", { name: "Pressed twice", formKey })
  for (const sent of [...(await Promise.all([send(), send()])), await send()])
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/admin/staff"])
  const made = here.shop.db.selectFrom("audit_log").select("after").where("action", "=", "role.created")
  expect(await made.execute()).toEqual([
    { after: { name: "Pressed twice", permissions: [], refundLimitOfDay: null, refundLimitOfOrder: null } },
  ])
})

test("the last administrator can be neither deleted nor demoted, and the page says so", async () => {
  await here.adminBrowser.post(`/admin/user/${here.admin.id}/delete`, {})
  expect(await pageOf("/admin/users")).toContain("The last administrator can be neither deleted nor demoted")
  const demoted = await here.adminBrowser.post(`/admin/user/${here.admin.id}`, {
    name: "G",
    email: "admin@shop.test",
    role: "user",
  })
  expect(demoted.status).toBe(400)
  expect(await pageOf("/admin/users?role=admin")).toContain("1–1 of 1")
})

test("of two administrators who demote each other concurrently, one stays", async () => {
  const { shop } = here
  for (let round = 0; round < 5; round++) {
    const email = `rival${round}@shop.test`
    const rival = await signUpAdmin(shop, email, "Rival")
    const browser = here.visitor()
    await browser.post("/login", { email, password: PASSWORD })
    await Promise.all([
      here.adminBrowser.post(`/admin/user/${rival.id}`, { name: "R", email, role: "user" }),
      browser.post(`/admin/user/${here.admin.id}/delete`, {}),
    ])
    const admins = await shop.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("deleted_at", "is", null)
      .execute()
    expect(admins.length).toBeGreaterThanOrEqual(1)
    await shop.db.updateTable("users").set({ role: "user" }).where("id", "=", rival.id).execute()
    await shop.db
      .updateTable("users")
      .set({ role: "admin", deleted_at: null })
      .where("id", "=", here.admin.id)
      .execute()
    await here.adminBrowser.post("/login", { email: "admin@shop.test", password: PASSWORD })
  }
})

test("reviews are found by product, and without one the newest of all products are shown", async () => {
  const { shop } = here
  const pot = await shelve(shop, here.admin, { name: "Teapot" })
  await leaveReview(shop, here.ada, { productId: pot, rating: 5, comment: "Pours well" })
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

test("a deleted review changes the rating immediately, and Undo restores it", async () => {
  const { shop } = here
  const jug = await shelve(shop, here.admin, { name: "Jug" })
  await leaveReview(shop, here.ada, { productId: jug, rating: 1, comment: "Leaks" })
  const { id } = await shop.db
    .selectFrom("reviews")
    .select("id")
    .where("product_id", "=", jug)
    .executeTakeFirstOrThrow()
  const back = `/admin/reviews?product=${jug}`
  await here.adminBrowser.post(`/admin/review/${id}/delete?${new URLSearchParams({ back })}`, {})
  expect(await pageOf(back)).toMatch(/Review has been deleted.*No reviews found/)
  const reviews = shop.db.selectFrom("products").select("num_reviews").where("id", "=", jug)
  expect(await reviews.executeTakeFirst()).toEqual({ num_reviews: 0 })
  await here.adminBrowser.post("/admin/undo", { kind: "review", id, back })
  expect(await pageOf(back)).toMatch(/Review has been restored.*Leaks/)
  expect(await reviews.executeTakeFirst()).toEqual({ num_reviews: 1 })
})

test("the audit log shows all of this, offers Undo, and can be exported", async () => {
  const { shop } = here
  const cup = await shelve(shop, here.admin, { name: "Audited cup" })
  await here.adminBrowser.post(`/admin/product/${cup}/delete`, {})
  const html = await textOf(`/admin/audit?subject=${cup}`)
  expect(pageText(html)).toMatch(/Deleted product.*Name: Audited cup.*Price: \$10\.00.*Undo.*Published product/)
  expect(html).toMatch(new RegExp(`name="id" value="${cup}"`))
  const ada = shop.db.selectFrom("users").select("id").where("email", "=", "ada@shop.test")
  const { id: adaId } = await ada.executeTakeFirstOrThrow()
  expect(await pageOf(`/admin/audit?kind=user&subject=${adaId}`)).toMatch(/Updated user.*Name: from .* to /)
  expect(await pageOf("/admin/audit?kind=mail")).toContain("Nothing found")
  const file = await here.adminBrowser.get(`/admin/audit/export?subject=${cup}`)
  expect(file.headers.get("Content-Disposition")).toContain("audit-log-")
  expect((await file.text()).split("\n").filter(Boolean)).toHaveLength(3)
})

test("exports of personal data and views of a customer are in the audit log, and every name links to its actions", async () => {
  await here.adminBrowser.get("/admin/users/export?role=user&search=ada@shop.test")
  const exports = await textOf("/admin/audit?kind=export")
  expect(pageText(exports)).toMatch(
    /Exported a list with personal data.*List: customers.*Rows: 1 .*Filter: .*role user/,
  )
  expect(exports).not.toContain("ada@shop.test")
  for (const list of ["users", "orders"])
    expect((await here.adminBrowser.get(`/api/v1/admin/${list}`)).status).toBe(200)
  const read = pageText(await textOf("/admin/audit?kind=export"))
  expect(read).toMatch(/List: orders.*Rows: \d.*List: customers.*Rows: \d/)
  await textOf(`/admin/user/${here.ada.id}/sessions`)
  await textOf(`/admin/user/${here.ada.id}`)
  const looks = await textOf(`/admin/audit?kind=access&subject=${here.ada.id}`)
  expect(pageText(looks).match(/Viewed customer/g)).toHaveLength(1)
  expect(looks).toMatch(new RegExp(`"What has Grace Keeper done\\?"[^>]*href="/admin/audit\\?person=${here.admin.id}"`))
  expect(await pageOf("/admin/audit?kind=access")).toMatch(/Signed in .*Factors: password/)
})

test("an entry shows its origin: address, session and request", async () => {
  const { shop, admin } = here
  const browser = here.visitor()
  const signedIn = await browser.post("/login", { email: admin.email, password: PASSWORD })
  const saved = await browser.post("/admin/page/about", { title: "About", body: "From afar.", snapshot: "0" })
  expect([signedIn.status, saved.status]).toEqual([303, 303])
  const newest = shop.db.selectFrom("sessions").select("id").where("user_id", "=", admin.id)
  const { id: session } = await newest.orderBy("created_at", "desc").executeTakeFirstOrThrow()
  const from = { address: "127.0.0.1", session_id: session }
  const origins = shop.db.selectFrom("audit_log").select(["action", "address", "session_id", "request_id"])
  expect(await origins.orderBy("id", "desc").limit(2).execute()).toEqual([
    { action: "page.updated", ...from, request_id: saved.headers.get("X-Request-Id") },
    { action: "staff.signed-in", ...from, request_id: signedIn.headers.get("X-Request-Id") },
  ])

  const html = await textOf(`/admin/audit?origin=${session}`)
  expect(pageText(html)).toMatch(/Updated page.*Signed in.*1–2 of 2/)
  expect(html).toContain('href="/admin/audit?origin=127.0.0.1"')
  expect(await pageOf("/admin/audit?origin=127.0.0.1")).toContain("Updated page")
  expect(await pageOf("/admin/audit?origin=::1")).toContain("Nothing found")
  expect(await pageOf("/admin/audit?origin=nowhere")).toContain("“nowhere” is not an ID")
  const file = await (await browser.get(`/admin/audit/export?origin=${session}`)).text()
  expect(file).toContain(`,"127.0.0.1","${session}","${saved.headers.get("X-Request-Id")}"`)
})

test("the author of a refund of $400 is found by the amount, or by the number of the order", async () => {
  const { shop, admin } = here
  const rex = await signUp(shop, "rex@shop.test", "Rex Rich")
  const [large, small, own] = [
    await buy(shop, rex, here.mug, 50),
    await buy(shop, rex, here.mug),
    await buy(shop, rex, here.mug, 44),
  ]
  const { number } = await findOrder(shop, rex, large)
  const path = `/admin/order/${large}/refund`
  const fields = { snapshot: "0", amount: "400" }
  await here.adminBrowser.post(path, fields)
  await here.adminBrowser.post(path, { ...fields, confirmed: "40000" })
  await refundOrder(shop, admin, small, { amount: 300 })
  await cancelOrder(shop, rex, own)
  const found = await textOf("/admin/audit?amount=400")
  expect(pageText(found)).toMatch(
    new RegExp(
      `Grace Keeper 127.0.0.1.*Refunded order #${number}, Rex Rich Refunded: from \\$0\\.00 to \\$400\\.00.*1–1 of 1`,
    ),
  )
  expect(await pageOf("/admin/audit?amount=999999999.99")).toContain("Nothing found")
  for (const query of [`subject=${number}`, `subject=%23${number}`, `subject=${large}&amount=400.00`])
    expect(await pageOf(`/admin/audit?${query}`), query).toMatch(/Refunded order.*1–1 of 1/)
  const all = await pageOf("/admin/audit?kind=refunds")
  expect(await textOf("/admin/audit?kind=refunds")).toContain('href="/admin/audit?person=customer"')
  expect(all).toMatch(/The customer .*Cancelled order.*Refunded order.*Refunded order/)
  expect(await pageOf("/admin/audit?amount=much")).toContain("“much” is not an amount")
})

test("items that need attention are listed, can be resolved and retried, and both are in the audit log", async () => {
  const { shop } = here
  expect(await pageOf("/admin/attention")).not.toContain("All clear")
  await here.adminBrowser.post("/admin/page/imprint", { title: "Imprint", body: "Counter Ltd.", snapshot: "0" })
  expect(await pageOf("/admin/attention")).toMatch(/Needs attention Calendar of the law All clear/)
  await shop.db
    .insertInto("standby")
    .values({ backup_made_at: new Date("2026-11-21T03:15:00Z") })
    .execute()
  expect(await pageOf("/admin/attention")).toMatch(/not live It was restored from the backup of 21 Nov 2026, 03:15 UTC/)
  expect(await pageOf("/admin/attention")).not.toContain("All clear")
  expect(await pageOf("/admin/dashboard")).toMatch(/This copy of the shop is not live/)
  await shop.db.deleteFrom("standby").execute()
  await recordClock(shop, { process: "web-1 (process 7)", skew: 2_500 })
  await recordClock(shop, { process: "web-2 (process 7)", skew: -86_400_000 })
  await recordClock(shop, { process: "web-3 (process 7)", skew: 2_000 })
  expect(await pageOf("/admin/attention")).toMatch(
    /2 processes have a wrong clock The clock of web-1 \(process 7\) is 3 seconds ahead of the database’s\. The clock of web-2 \(process 7\) is 24 hours behind the database’s, so it sends no emails/,
  )
  expect(await pageOf("/admin/dashboard")).toContain("2 processes have a wrong clock")
  await recordClock(shop, { process: "web-1 (process 7)", skew: 40 })
  await sql`update wrong_clocks set measured_at = now() - interval '61 seconds'`.execute(shop.db)
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
    user_id: here.ada.id,
  }
  await shop.db.insertInto("payment_incidents").values(incident).execute()
  expect(await pageOf("/admin/dashboard")).toMatch(
    /Needs attention 1 payment needs attention, 1 email could not be sent/,
  )
  expect(await pageOf("/admin/attention")).toMatch(
    /Disputed by the cardholder.*The bank asks.*Open.*No such mailbox.*Try again/,
  )

  await here.adminBrowser.post(`/admin/attention/payment/${incident.id}`, {})
  await here.adminBrowser.post(`/admin/attention/mail/${mail.id}`, {})
  expect(await pageOf("/admin/attention")).toMatch(/All clear.*The bank asks.*Resolved/)
  expect(await pageOf("/admin/attention")).not.toContain("Emails that could not be sent")
  expect(await pageOf("/admin/audit?kind=payment")).toContain("Resolved a payment")
  expect(await pageOf("/admin/audit?kind=mail")).toContain("Sent an email again")
  await here.adminBrowser.post(`/admin/attention/mail/${mail.id}`, {})
  expect(await pageOf("/admin/attention")).toContain("There is no failed email with this ID")
  await here.adminBrowser.post(`/admin/attention/refund/${incident.id}`, {})
  expect(await pageOf("/admin/attention")).toContain("There is no refund to request again")
})

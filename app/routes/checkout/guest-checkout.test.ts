import { describe, expect, test } from "vitest"
import { sweepAccounts } from "~/domain/accounts/sweep-accounts.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { sweepClosedAccounts } from "~/domain/deletion/close-account.server"
import { queueOwnerEmails } from "~/domain/mail/owner-notifications.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { sendOrderClaim } from "~/domain/orders/send-order-claim.server"
import { sendOrderLinks } from "~/domain/orders/send-order-links.server"
import { paymentLimits } from "~/domain/payments/payment-limits"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { pageText } from "~/testing/pages/page-text"
import { card, hiddenFields, openWebCheckoutTest } from "~/testing/pages/web-checkout.server"
import { stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"
import { tablesWith } from "~/testing/shop/tables-with.server"
import { buy, signUp } from "~/testing/shop/test-orders.server"

const here = openWebCheckoutTest()

const name = "Gwen Guest"
const address = {
  name,
  address: "1 Main Street",
  suburb: "Springfield",
  country: "US",
  state: "IL",
  pinCode: "62701",
  phoneNo: "2175550123",
}

let guests = 0
const anEmail = () => `guest${++guests}@buyers.example`

/** A browser without scripts that has added a product to its cart and continues without an account */
async function aGuest(email = anEmail(), quantity = 2): Promise<TestBrowser> {
  const browser = here.visitor()
  await browser.post(`/product/${here.tray}`, { product: here.tray, quantity })
  await browser.post("/login?guest&redirect=/shipping", { email })
  return browser
}

async function pay(browser: TestBrowser, fields: object = card): Promise<Response> {
  await browser.post("/shipping", address)
  const { html } = await here.page("/order/confirm", browser)
  await browser.post("/order/confirm", hiddenFields(html))
  const payment = await here.page("/process/payment", browser)
  return browser.post("/process/payment", { ...hiddenFields(payment.html), ...fields })
}

async function order(email = anEmail()): Promise<{ id: string; browser: TestBrowser; email: string }> {
  const browser = await aGuest(email)
  const paid = await pay(browser)
  const id = /order=([0-9a-f]{24})$/.exec(paid.headers.get("Location") ?? "")?.[1]
  expect(id, paid.headers.get("Location") ?? "").toBeDefined()
  return { id: id as string, browser, email }
}

async function mailsTo(email: string): Promise<{ kind: string; text_body: string }[]> {
  const mails = here.shop.db.selectFrom("mails").select(["kind", "text_body"]).where("recipient", "=", email)
  return mails.orderBy("id").execute()
}

const linksIn = (text: string): string[] => text.match(/\/order\/link\/[\w-]{32}/g) ?? []

async function linkOf(email: string): Promise<string> {
  return linksIn((await mailsTo(email)).at(-1)?.text_body ?? "")[0] ?? "no link"
}

describe("a visitor without an account", () => {
  test("can continue with only an email address, first on the page, and only at the checkout", async () => {
    const visitor = here.visitor()
    const text = pageText((await here.page("/login?redirect=/shipping", visitor)).html)
    expect(text.indexOf("Continue without an account")).toBeGreaterThan(0)
    expect(text.indexOf("Continue without an account")).toBeLessThan(text.indexOf("Password"))
    for (const path of ["/login", "/login?redirect=/account", "/login?redirect=/orders"])
      expect(pageText((await here.page(path, visitor)).html)).not.toContain("without an account")
  })

  test("can do so in links, whose addresses contain the time of the form before them", async () => {
    const links = { "User-Agent": "Links (2.28; Linux)" }
    const visitor = here.visitor()
    await visitor.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 }, links)
    const fields = { product: here.tray, quantity: 1, previousQuantity: 1, next: "Check out" }
    const out = await visitor.post("/cart", fields, links)
    expect(out.headers.get("Location")).toMatch(/^\/shipping\?after=/)
    const { location } = await here.page(out.headers.get("Location") ?? "", visitor)
    expect(pageText((await here.page(location ?? "", visitor)).html)).toContain("Continue without an account")
  })

  test("keeps the cart, enters name and address, pays, and sees the order", async () => {
    const { id, browser, email } = await order()
    const thanks = await here.page(`/success?order=${id}`, browser)
    expect(pageText(thanks.html)).toContain(`We are sending a confirmation to ${email}, with a link to your order`)
    expect(thanks.html).not.toContain('href="/orders"')
    const page = pageText((await here.page(`/order/${id}`, browser)).html)
    expect(page).toContain(name)
    expect(page).toContain("1 Main Street")
    expect(pageText((await here.page("/withdraw", browser)).html)).not.toContain("You are signed in")
    expect((await here.page("/cart", browser)).html).toContain("No items on cart")
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    await expectInvariants(here.shop)
  })

  test("gets an invalid address back with the entry, at the field of that form", async () => {
    const answer = await here.visitor().post("/login?guest&redirect=/shipping", { email: "gwen@" })
    const html = await answer.text()
    expect(answer.status).toBe(400)
    expect(html).toContain("Please enter a valid email")
    expect(html).toContain('href="#guest-email"')
    expect(html).not.toContain('href="#login-email"')
    expect(html).toContain('value="gwen@"')
  })

  test("has to enter a name, because there is no account", async () => {
    const browser = await aGuest()
    const answer = await browser.post("/shipping", { ...address, name: " " })
    expect(answer.status).toBe(400)
    expect(pageText(await answer.text())).toContain("Please enter your name")
    expect(await here.page("/order/confirm", browser)).toMatchObject({ location: "/shipping" })
  })

  test("can correct a mistyped address, and keeps the cart", async () => {
    const [wrong, right] = [anEmail(), anEmail()]
    const browser = await aGuest(wrong)
    expect((await here.page("/shipping", browser)).html).toContain(`We will write to <!-- -->${wrong}`)
    expect((await here.page("/login?redirect=/shipping", browser)).html).toContain(`value="${wrong}"`)
    await browser.post("/login?guest&redirect=/shipping", { email: right })
    await pay(browser)
    expect((await mailsTo(right)).map(({ kind }) => kind)).toEqual(["order-confirmed"])
    expect(await mailsTo(wrong)).toEqual([])
  })

  test("is led back to the address for a second order under another one, which is then separate", async () => {
    const first = await order()
    const other = anEmail()
    await first.browser.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })
    await first.browser.post("/login?guest&redirect=/shipping", { email: other })
    await pay(first.browser)
    expect((await mailsTo(other)).map(({ kind }) => kind)).toEqual(["order-confirmed"])
    expect(await here.page(`/order/${first.id}`, first.browser)).toMatchObject({ status: 404 })
  })

  test("pays once, however often the button is clicked concurrently", async () => {
    const email = anEmail()
    const browser = await aGuest(email)
    await browser.post("/shipping", address)
    const confirming = hiddenFields((await here.page("/order/confirm", browser)).html)
    await Promise.all([1, 2, 3].map(() => browser.post("/order/confirm", confirming)))
    const { html } = await here.page("/process/payment", browser)
    const sent = { ...card, ...hiddenFields(html) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post("/process/payment", sent)))
    expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1)
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["order-confirmed"])
    await expectInvariants(here.shop)
  })

  test("counts as anonymous elsewhere: neither account nor API, and a visitor's header", async () => {
    const { id, browser } = await order()
    for (const path of ["/account", "/orders", "/update", "/password/update", "/account/delete", "/admin/orders"])
      expect((await here.page(path, browser)).location, path).toMatch(/^\/login\?redirect=/)
    for (const path of ["me", "my/order", `order/${id}`])
      expect((await browser.get(`/api/v1/${path}`)).status, path).toBe(401)
    const api = await browser.json("POST", "/api/v1/payment/process", { amount: 100 })
    expect(api.status).toBe(401)
    const { html } = await here.page("/products", browser)
    expect(html).not.toContain("/logout")
    expect(html).toContain('href="/login"')
  })

  test("is a guest for a day", async () => {
    const { id, browser } = await order()
    here.clock.advance({ hours: 25 })
    expect((await here.page(`/order/${id}`, browser)).location).toMatch(/^\/login\?redirect=/)
    expect((await here.page("/shipping", browser)).location).toBe("/login?redirect=%2Fshipping")
    const late = await browser.post("/shipping", address)
    expect(late.headers.get("Location")).toBe("/login?redirect=%2Fshipping")
    expect(pageText((await here.page("/login?redirect=/shipping", browser)).html)).not.toContain("Sign in again")
  })

  test("is in no list of users, and leaves the address free for an account", async () => {
    const { email, id } = await order()
    const admin = await anAdmin(here.shop)
    const browser = await here.signedIn(admin)
    expect((await here.page(`/admin/users?search=${email}`, browser)).html).toContain("Nothing found")
    expect((await here.page(`/admin/search?search=${email}`, browser)).html).not.toContain("/admin/user/")
    expect(await (await browser.get("/api/v1/admin/users")).text()).not.toContain(email)
    expect(await (await browser.post("/admin/users/export", {})).text()).not.toContain(email)
    const order_ = (await here.page(`/admin/order/${id}`, browser)).html
    expect(order_).toContain(email)
    expect(order_).not.toContain("/admin/user/")
    await aMember(here.shop, { email })
  })

  test("cannot sign in and gets no reset link", async () => {
    const { email } = await order()
    const visitor = here.visitor()
    for (const password of ["", "Guest", "-"])
      expect((await visitor.post("/login", { email, password })).status).toBeGreaterThanOrEqual(400)
    await visitor.post("/password/forgot", { email })
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["order-confirmed"])
  })
})

describe("an attacker who tests cards", () => {
  const declined = { ...card, number: "4000 0000 0000 0002" }

  test("has four more attempts, then the payment ends and the units return; a member can continue", async () => {
    const browser = await aGuest()
    expect((await pay(browser, declined)).status).toBe(402)
    const again = async () => {
      const { html } = await here.page("/process/payment", browser)
      return browser.post("/process/payment", { ...hiddenFields(html), ...declined })
    }
    for (let tried = 2; tried <= 4; tried++) expect((await again()).status, `${tried}`).toBe(402)
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    const fifth = await here.leads(await again(), browser)
    expect(fifth).toMatchObject({
      location: "/order/confirm",
      says: expect.stringContaining("Five cards were declined"),
    })
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    await expectInvariants(here.shop)
    await here.confirm()
    const { html } = await here.page("/process/payment")
    for (let tried = 1; tried <= 6; tried++)
      expect((await here.browser.post("/process/payment", { ...hiddenFields(html), ...declined })).status).toBe(402)
    expect((await here.browser.post("/process/payment", { ...hiddenFields(html), ...card })).status).toBe(303)
  })

  test("has twenty within the hour from one network, whatever the email address", async () => {
    const statuses: number[] = []
    for (let visit = 0; visit < 5; visit++) {
      const browser = await aGuest(anEmail(), 1)
      statuses.push((await pay(browser, declined)).status)
      for (let tried = 2; tried <= 4; tried++) {
        const { html } = await here.page("/process/payment", browser)
        statuses.push((await browser.post("/process/payment", { ...hiddenFields(html), ...declined })).status)
      }
    }
    expect(statuses.slice(0, 15)).toEqual(Array(15).fill(402))
    expect(statuses.at(-1)).toBe(429)
    await here.shop.limits.reset(paymentLimits.declinesFromAddress, "127.0.0.1")
    expect((await pay(await aGuest())).status).toBe(303)
  })
})

describe("a guest is erased", () => {
  const rowOf = (email: string) =>
    here.shop.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst()
  test("without a trace after a day without a purchase", async () => {
    const email = anEmail()
    await aGuest(email)
    await sweepClosedAccounts(here.shop)
    expect(await rowOf(email)).toBeDefined()
    here.clock.advance({ hours: 25 })
    await sweepClosedAccounts(here.shop)
    expect(await tablesWith(here.pool, [email])).toEqual([])
    const entries = here.shop.db.selectFrom("audit_log").select(["actor_name", "action", "after"])
    expect(await entries.orderBy("id", "desc").executeTakeFirst()).toEqual({
      ...{ actor_name: "Nightly clean-up", action: "records.purged", after: { guests: expect.any(Number) } },
    })
  })

  test("with their orders when the links have expired, and not earlier; the records stay", async () => {
    const { id, email } = await order()
    const now = () => here.shop.now()
    const stated = { name: "Gwendolyn Unforgotten", reason: "", items: "The tray of Gwendolyn Unforgotten" }
    await fileRequestedWithdrawal(here.shop, {
      address: "203.0.113.7",
      ...stated,
      order: id,
      email,
      at: now().toISOString(),
    })
    const returns = here.shop.db
      .updateTable("returns")
      .set({ kind: "return", status: "declined", refusal: "Used", closed_at: now() })
    await returns.where("order_id", "=", id).execute()
    await queueOwnerEmails(here.shop)
    await here.shop.db.updateTable("mails").set({ sent_at: now() }).where("sent_at", "is", null).execute()
    here.clock.advance({ days: 100 })
    await sweepClosedAccounts(here.shop)
    expect((await rowOf(email))?.name).toBe(name)
    await here.shop.db
      .updateTable("orders")
      .set({ status: "Delivered", shipped_at: now(), delivered_at: now() })
      .where("id", "=", id)
      .execute()
    here.clock.advance({ days: 89 })
    await sweepClosedAccounts(here.shop)
    expect((await rowOf(email))?.name).toBe(name)
    here.clock.advance({ days: 2 })
    await sweepClosedAccounts(here.shop)
    expect(await tablesWith(here.pool, [email, "Gwendolyn Unforgotten"])).toEqual([])
    const kept = here.shop.db.selectFrom("orders").selectAll().where("id", "=", id)
    const { total_price, ...personal } = await kept.executeTakeFirstOrThrow()
    expect(total_price).toBe(13_500)
    expect(JSON.stringify(personal)).not.toMatch(/Gwen|1 Main Street|2175550123/)
    await expectInvariants(here.shop)
  })
})

describe("the link in a guest's mail", () => {
  test("opens the order in another browser, with the secret in no address, and nothing else", async () => {
    const { id, email } = await order()
    const other = here.visitor()
    const opened = await other.get(await linkOf(email))
    expect(opened.status).toBe(302)
    expect(opened.headers.get("Location")).toBe(`/order/${id}`)
    expect(opened.headers.get("Cache-Control")).toBe("no-store")
    expect(opened.headers.get("Referrer-Policy")).toBe("no-referrer")
    expect(opened.headers.getSetCookie().join()).toMatch(/counter-order=.*Path=\/order; HttpOnly/)
    const page = await other.get(`/order/${id}`)
    expect(page.headers.get("Cache-Control")).toBe("no-store")
    expect(pageText(await page.text())).toContain(name)
    expect(pageText((await here.page(`/order/${id}/receipt`, other)).html)).toContain("Paid by card")
    const documents = await here.page(`/order/${id}/invoices`, other)
    expect(documents.html.match(/href="\/orders"/g)).toBeNull()
    const second = await order()
    expect((await here.page(`/order/${second.id}`, other)).location).toMatch(/^\/login/)
    for (const path of ["/shipping", "/account", "/orders", `/success?order=${id}`])
      expect((await here.page(path, other)).location, path).toMatch(/^\/login/)
  })

  test("is in mails about a return next to the page about sending items back, and is sent to no other address", async () => {
    const { id, email, browser } = await order()
    await advanceOrder(here.shop, await anAdmin(here.shop), id, "Shipped")
    const path = `/order/${id}/withdraw`
    const fields = hiddenFields((await here.page(path, browser)).html)
    const other = anEmail()
    for (const to of [email, other]) {
      const units = { ...fields, "units[0].quantity": 1, available: to === email ? 2 : 1 }
      const done = await browser.post(path, { ...units, name, email: to, confirmed: "yes" })
      expect(done.status).toBe(303)
    }
    const received = async (to: string) => (await mailsTo(to)).find(({ kind }) => kind === "withdrawal-received")
    const [own, others] = [await received(email), await received(other)]
    expect(linksIn(own?.text_body ?? "")).toHaveLength(1)
    for (const mail of [own, others]) expect(mail?.text_body).toMatch(/http\S+\/shipping-and-returns\n/)
    expect(others?.text_body).not.toContain("/order/")
  })

  test("ends with all others when the guest ends access, and a new one can be requested", async () => {
    const { id, email, browser } = await order()
    const [link, other] = [await linkOf(email), here.visitor()]
    await other.get(link)
    const path = `/order/${id}/end-access`
    expect((await here.page(`/order/${id}`, other)).html).toContain(`href="${path}"`)
    expect(pageText((await here.page(path, other)).html)).toContain("Links in earlier emails stop working")
    const otherGuest = await order()
    expect((await otherGuest.browser.post(path, {})).status).toBe(404)
    expect((await here.page(`/order/${id}`, other)).status).toBe(200)

    const ended = await other.post(path, {})
    expect(ended.headers.get("Location")).toBe("/order/links")
    expect(ended.headers.getSetCookie().join()).toMatch(/counter-order=;[^,]*Max-Age=0/)
    for (const reader of [other, browser])
      expect((await here.page(`/order/${id}`, reader)).location).toMatch(/^\/login/)
    expect((await here.visitor().get(link)).headers.get("Location")).toBe("/order/links")
    expect((await here.page(`/order/${otherGuest.id}`, otherGuest.browser)).status).toBe(200)

    await sendOrderLinks(here.shop, email)
    const again = here.visitor()
    await again.get(await linkOf(email))
    expect((await here.page(`/order/${id}`, again)).status).toBe(200)
  })

  test("ends when staff end it, with a record, and never for an account", async () => {
    const { id, email, browser } = await order()
    const [link, other] = [await linkOf(email), here.visitor()]
    await other.get(link)
    const staff = await here.signedIn(await anAdmin(here.shop))
    const path = `/admin/order/${id}/end-access`
    expect((await here.page(`/admin/order/${id}`, staff)).html).toContain(`href="${path}"`)
    expect(pageText((await here.page(path, staff)).html)).toContain("Links in earlier emails stop working")
    expect((await staff.post(path, {})).headers.get("Location")).toBe(`/admin/order/${id}`)
    for (const reader of [other, browser])
      expect((await here.page(`/order/${id}`, reader)).location).toMatch(/^\/login/)
    expect((await here.visitor().get(link)).headers.get("Location")).toBe("/order/links")
    const log = here.shop.db.selectFrom("audit_log").select("action").where("subject_id", "=", id)
    expect(await log.execute()).toEqual([{ action: "order.access-ended" }])

    const member = await signUp(here.shop, "stays@buyers.test")
    const mine = `/admin/order/${await buy(here.shop, member, here.tray)}`
    expect((await here.page(mine, staff)).html).not.toContain("end-access")
    expect((await here.page(`${mine}/end-access`, staff)).location).toBe(mine)
    expect((await staff.post(`${mine}/end-access`, {})).status).toBe(404)
  })

  test("cannot end a member's access to their own orders", async () => {
    const member = await signUp(here.shop, "ends-nothing@buyers.test")
    const mine = await buy(here.shop, member, here.tray)
    const browser = await here.signedIn(member)
    expect((await here.page(`/order/${mine}/end-access`, browser)).status).toBe(404)
    expect((await browser.post(`/order/${mine}/end-access`, {})).status).toBe(404)
    expect((await here.page(`/order/${mine}`, browser)).html).not.toContain("end-access")
    expect((await here.page(`/order/${mine}`, browser)).status).toBe(200)
  })

  test("provides the data about its order, and nothing of another", async () => {
    const { id, email, browser } = await order()
    const link = await linkOf(email)
    await browser.post(`/product/${here.tray}`, { product: here.tray, quantity: 1 })
    const again = /order=([0-9a-f]{24})$/.exec((await pay(browser)).headers.get("Location") ?? "")?.[1] ?? ""
    const finder = here.visitor()
    await finder.get(link)
    const list = await here.page(`/order/${id}/data`, finder)
    expect(list.html).toContain(`/order/${id}/data/order-lines.csv`)
    const file = await finder.get(`/order/${id}/data/everything.json`)
    expect(file.headers.get("Cache-Control")).toBe("no-store")
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="everything-\d{4}-\d\d-\d\d\.json"$/)
    const text = await file.text()
    expect(text).toContain("1 Main Street")
    expect(text).not.toContain(again)
    const data: Record<string, object[]> = JSON.parse(text)
    expect(data).toMatchObject({ orders: [{ _id: id, email }], "order-lines": [{ order: id }] })
    expect(data).not.toHaveProperty("devices")
    for (const unknown of ["devices.csv", "profile.csv", "orders", "orders.json", "constructor.csv"])
      expect((await finder.get(`/order/${id}/data/${unknown}`)).status, unknown).toBe(404)
    for (const path of [
      `/order/${again}/data`,
      `/order/${again}/data/everything.json`,
      "/account/data/everything.json",
    ])
      expect((await here.page(path, finder)).location, path).toMatch(/^\/login/)
  })

  test("allows its order to be cancelled and ordered again; the cart is the browser's", async () => {
    const { id, email } = await order()
    const other = here.visitor()
    await other.get(await linkOf(email))
    const again = await other.post(`/order/${id}/again`, {})
    expect(again.headers.get("Location")).toBe("/cart")
    expect(pageText((await here.page("/cart", other)).html)).toContain("Walnut tray")
    const cancelled = await other.post(`/order/${id}/cancel`, {})
    expect(cancelled.headers.get("Location")).toBe(`/order/${id}`)
    expect(pageText((await here.page(`/order/${id}`, other)).html)).toContain("Cancelled")
    expect((await mailsTo(email)).map(({ kind }) => kind)).toContain("order-cancelled")
    await expectInvariants(here.shop)
  })

  test("adds reordered items to the cart of the member signed in there", async () => {
    const { id, email } = await order()
    await here.browser.get(await linkOf(email))
    await here.browser.post(`/order/${id}/again`, {})
    expect(pageText((await here.page("/cart")).html)).toContain("Walnut tray")
    expect((await here.page("/orders")).html).not.toContain(id)
  })

  test("is stored as a hash, and a guessed, truncated or forged one opens nothing", async () => {
    const { id, email } = await order()
    const link = await linkOf(email)
    const token = link.split("/").at(-1) ?? ""
    const { rows } = await here.pool.query("select string_agg(t::text, ' ') as all from order_links t")
    expect(rows[0].all).not.toContain(token)
    for (const guess of [token.slice(0, -1), `${token}A`, "x".repeat(32), id]) {
      const anonymous = here.visitor()
      const answer = await anonymous.get(`/order/link/${guess}`)
      expect([302, 400, 404], guess).toContain(answer.status)
      if (answer.status === 302) expect(answer.headers.get("Location"), guess).toBe("/order/links")
      expect((await here.page(`/order/${id}`, anonymous)).location, guess).toMatch(/^\/login/)
    }
    const forger = here.visitor()
    forger.keep(`counter-order=${token}; Path=/order`)
    expect((await here.page(`/order/${id}`, forger)).location).toMatch(/^\/login/)
  })

  test("expires 90 days after the order has ended, and immediately when the order is deleted", async () => {
    const [old, gone] = [await order(), await order()]
    const ends = async (email: string) => (await here.visitor().get(await linkOf(email))).headers.get("Location")
    here.clock.advance({ days: 200 })
    expect(await ends(old.email)).toBe(`/order/${old.id}`)
    await here.shop.db
      .updateTable("orders")
      .set({ status: "Delivered", shipped_at: here.shop.now(), delivered_at: here.shop.now() })
      .where("id", "=", old.id)
      .execute()
    here.clock.advance({ days: 89 })
    const browser = here.visitor()
    await browser.get(await linkOf(old.email))
    expect(await ends(old.email)).toBe(`/order/${old.id}`)
    here.clock.advance({ days: 2 })
    expect(await ends(old.email)).toBe("/order/links")
    expect((await here.page(`/order/${old.id}`, browser)).location).toMatch(/^\/login/)
    await here.shop.db.updateTable("orders").set({ deleted_at: here.shop.now() }).where("id", "=", gone.id).execute()
    expect(await ends(gone.email)).toBe("/order/links")
  })

  test("is sent again to the address of the order, with the same message for any other, a few times", async () => {
    const { email, id } = await order()
    const unknown = anEmail()
    const said = await Promise.all(
      [email, unknown].map(async (asked) => {
        const visitor = here.visitor()
        const answer = await visitor.post("/order/links", { email: asked })
        const { html } = await here.page(answer.headers.get("Location") ?? "", visitor)
        return pageText(html).replaceAll(asked, "EMAIL")
      }),
    )
    expect(said[0]).toBe(said[1])
    expect(said[0]).toContain("Email sent to EMAIL")
    for (const to of [email.toUpperCase(), unknown]) await sendOrderLinks(here.shop, to)
    expect(await mailsTo(unknown)).toEqual([])
    const sent = await here.shop.db.selectFrom("mails").selectAll().where("kind", "=", "order-links").execute()
    const mail = sent.find(({ recipient }) => recipient.toLowerCase() === email)
    expect(linksIn(mail?.text_body ?? "")).toHaveLength(1)
    const browser = here.visitor()
    await browser.get(linksIn(mail?.text_body ?? "")[0] ?? "")
    expect((await here.page(`/order/${id}`, browser)).status).toBe(200)
    for (let more = 0; more < 8; more++) await sendOrderLinks(here.shop, email)
    const after = await here.shop.db.selectFrom("mails").select("id").where("recipient", "ilike", email).execute()
    expect(after.length).toBeLessThanOrEqual(1 + 5)
    let last = 0
    for (let asked = 0; asked < 7; asked++) last = (await here.visitor().post("/order/links", { email })).status
    expect(last).toBe(429)
  })
})

describe("a guest who wants an account later", () => {
  const join = (browser: TestBrowser, id: string, password = PASSWORD) =>
    browser.post(`/success?order=${id}`, { password })

  test("gets one with a password, which includes the order; the link of its mail then requires a sign-in", async () => {
    const { id, email, browser } = await order()
    const link = await linkOf(email)
    for (const path of [`/success?order=${id}`, `/order/${id}`])
      expect(pageText((await here.page(path, browser)).html), path).toContain("Keep your order in an account")
    const copy = here.visitor()
    for (const cookie of browser.cookie.split("; ")) copy.keep(cookie)
    const made = await here.leads(await join(browser, id), browser)
    expect(made).toMatchObject({ status: 303, location: "/orders", says: "Your account is ready" })
    expect(made.html).toContain(id)
    expect((await here.page(`/order/${id}`, copy)).location).toMatch(/^\/login/)
    expect((await mailsTo(email)).map(({ kind }) => kind).sort()).toEqual(["order-confirmed", "welcome"])
    expect(pageText((await here.page(`/order/${id}`, browser)).html)).not.toContain("Keep your order in an account")
    const elsewhere = here.visitor()
    expect((await elsewhere.get(link)).headers.get("Location")).toBe(`/order/${id}`)
    const login = (await here.page(`/order/${id}`, elsewhere)).location ?? ""
    expect(login).toMatch(/^\/login/)
    expect(pageText((await here.page(login, elsewhere)).html)).toContain(
      "This order now belongs to an account. Sign in to it to see the order.",
    )
    await elsewhere.post("/login", { email, password: PASSWORD })
    expect((await here.page(`/order/${id}`, elsewhere)).status).toBe(200)
    expect(await here.leads(await elsewhere.get(link), elsewhere)).toMatchObject({
      location: `/order/${id}`,
      says: null,
    })
    const other = await here.signedIn(await aMember(here.shop))
    const said = await here.leads(await other.get(link), other)
    expect(said).toMatchObject({ location: "/orders", says: expect.stringContaining("Sign in to that account") })
    await expectInvariants(here.shop)
  })

  test("sees at the field why a password is refused, by the rules of every registration", async () => {
    const { id, email, browser } = await order()
    for (const [password, why] of [
      ["", "Please enter a password"],
      ["short", "A password needs at least"],
      ["password123456", "This password is too common"],
      [email, "too close to your name"],
    ] as const) {
      const refused = await join(browser, id, password)
      const html = await refused.text()
      expect(refused.status, password).toBe(400)
      expect(pageText(html), password).toContain(why)
      expect(html, password).toContain('href="#guest-account-password"')
    }
    expect((await here.page("/orders", browser)).location).toMatch(/^\/login/)
  })

  test("gets one account for several clicks, and no one else's for an address that has one", async () => {
    const { id, browser, email } = await order()
    const answers = await Promise.all([1, 2, 3, 4].map(() => join(browser, id)))
    expect(answers.filter((answer) => answer.headers.get("Location") === "/orders")).toHaveLength(1)
    expect((await mailsTo(email)).map(({ kind }) => kind).sort()).toEqual(["order-confirmed", "welcome"])
    const member = await aMember(here.shop)
    const guest = await order(member.email.toUpperCase())
    const refused = await here.leads(await join(guest.browser, guest.id), guest.browser)
    expect(refused.location).toBe("/login?redirect=%2Forders")
    expect(refused.says).toContain("Email already exists")
    expect((await here.page("/orders", await here.signedIn(member))).html).not.toContain(guest.id)
    expect((await here.page(`/order/${guest.id}`, guest.browser)).status).toBe(200)
  })

  test("cannot be made a member with the link of one order, by a visitor, or with someone else's order", async () => {
    const { id, email } = await order()
    const finder = here.visitor()
    await finder.get(await linkOf(email))
    expect(pageText((await here.page(`/order/${id}`, finder)).html)).not.toContain("Keep your order in an account")
    for (const browser of [finder, here.visitor()])
      expect((await join(browser, id)).headers.get("Location")).toMatch(/^\/login/)
    await join(here.browser, id)
    const isGuest = here.shop.db.selectFrom("users").select("is_guest").where("email", "=", email)
    expect(await isGuest.execute()).toEqual([{ is_guest: true }])
  })
})

describe("orders that a member placed without signing in", () => {
  const claimLinks = async (email: string) =>
    (await mailsTo(email)).flatMap(({ text_body }) => text_body.match(/\/orders\/join\/[\w-]{32}/g) ?? [])

  /** A member whose address ordered without the account, with the mailed link */
  async function aClaim() {
    const guest = await order()
    const member = await aMember(here.shop, { email: guest.email })
    const browser = await here.signedIn(member)
    await browser.post("/orders/join", {})
    await sendOrderClaim(here.shop, member.id)
    return { guest, member, browser, link: (await claimLinks(guest.email))[0] ?? "no link" }
  }

  test("join after a link has verified the address; an unfinished purchase does not", async () => {
    const { guest, member, browser, link } = await aClaim()
    const second = await order(guest.email)
    const checkingOut = await aGuest(guest.email)
    await checkingOut.post("/shipping", address)
    await checkingOut.post("/order/confirm", hiddenFields((await here.page("/order/confirm", checkingOut)).html))
    const before = await here.page("/orders", browser)
    expect(before.html).not.toContain(guest.id)
    expect(pageText(before.html)).toContain("Orders placed without signing in?")
    const opened = await browser.get(link)
    expect(opened.headers.get("Location")).toBe("/orders/joining")
    expect(opened.headers.get("Cache-Control")).toBe("no-store")
    expect(opened.headers.get("Referrer-Policy")).toBe("no-referrer")
    expect((await here.page("/orders/joining", browser)).html).toContain("Add orders")
    const joined = await here.leads(await browser.post("/orders/joining", {}), browser)
    expect(joined.says).toBe("2 orders added to your account")
    for (const id of [guest.id, second.id]) {
      expect(joined.html).toContain(id)
      expect((await here.page(`/order/${id}`, browser)).status).toBe(200)
    }
    const payment = await here.page("/process/payment", checkingOut)
    const paid = await checkingOut.post("/process/payment", { ...hiddenFields(payment.html), ...card })
    const last = /order=([0-9a-f]{24})$/.exec(paid.headers.get("Location") ?? "")?.[1] ?? ""
    expect((await here.page(`/order/${last}`, checkingOut)).status).toBe(200)
    expect((await here.page("/orders", browser)).html).not.toContain(last)
    expect((await here.page(`/order/${guest.id}`, guest.browser)).status).toBe(404)
    await leaveReview(here.shop, member, { productId: here.tray, rating: 5, comment: "Mine." })
    await expectInvariants(here.shop)
    here.clock.advance({ days: 2 })
    await sweepClosedAccounts(here.shop)
    expect((await here.page("/orders", await here.signedIn(member))).html).toContain(guest.id)
    expect((await mailsTo(guest.email)).length).toBeGreaterThan(2)
  })

  test("join no one who may not have chosen the password, and verify the address of someone who has", async () => {
    const { shop } = here
    const { email, id } = await order()
    const member = await aMember(shop, { email, verified: false })
    const [browser, other] = [await here.signedIn(member), await here.signedIn(member)]
    await browser.post("/orders/join", {})
    await sendOrderClaim(shop, member.id)
    const link = (await claimLinks(email))[0] ?? "no link"
    const setFactors = (factors: string[]) =>
      here.pool.query("update sessions set factors = $1 where user_id = $2", [factors, member.id])
    const isVerified = async () => (await findActiveUser(shop, member.id))?.isVerified
    await setFactors(["link"])
    await browser.get(link)
    const refused = await browser.post("/orders/joining", {})
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("choose a new password first"),
    ])
    expect([await isVerified(), (await here.page("/orders", browser)).html.includes(id)]).toEqual([false, false])
    await setFactors(["password"])
    expect((await here.leads(await browser.post("/orders/joining", {}), browser)).says).toBe(
      "1 order added to your account",
    )
    expect(await isVerified()).toBe(true)
    expect((await other.get("/account")).status).toBe(302)
  })

  test("are offered with the same message whether or not there are any, and mailed only if there are", async () => {
    const { browser, member } = await aClaim()
    const unrelated = await aMember(here.shop)
    const said = await Promise.all(
      [browser, await here.signedIn(unrelated)].map(async (by) => {
        const { html } = await here.leads(await by.post("/orders/join", {}), by)
        return pageText(html).replaceAll(member.email, "EMAIL").replaceAll(unrelated.email, "EMAIL")
      }),
    )
    expect(said[0]).toBe(said[1])
    await sendOrderClaim(here.shop, unrelated.id)
    expect(await claimLinks(unrelated.email)).toEqual([])
    let last = 0
    for (let asked = 0; asked < 5; asked++) last = (await browser.post("/orders/join", {})).status
    expect(last).toBe(429)
  })

  test("join no one else, whether by a guess, too late, twice, or after the address has changed", async () => {
    const { guest, member, browser, link } = await aClaim()
    const { rows } = await here.pool.query("select string_agg(t::text, ' ') as all from order_claims t")
    expect(rows[0].all).not.toContain(link.split("/").at(-1))
    const status = async (by: TestBrowser) => (await by.post("/orders/joining", {})).status
    const visitor = here.visitor()
    await visitor.get(link)
    expect((await visitor.post("/orders/joining", {})).headers.get("Location")).toMatch(/^\/login/)
    const thief = await here.signedIn(await aMember(here.shop))
    await thief.get(link)
    expect((await here.page("/orders/joining", thief)).html).toContain("This link has expired")
    expect(await status(thief)).toBe(400)
    for (const guess of ["x".repeat(32), link.slice(0, -1), guest.id]) {
      await browser.get(`/orders/join/${guess.split("/").at(-1)}`)
      expect(await status(browser), guess).toBe(400)
    }
    const users = here.shop.db.updateTable("users").where("id", "=", member.id)
    await users.set({ email: anEmail() }).execute()
    await browser.get(link)
    expect(await status(browser)).toBe(400)
    await users.set({ email: member.email }).execute()
    const presses = await Promise.all([status(browser), status(browser), status(browser)])
    expect(presses.sort()).toEqual([303, 400, 400])
    expect(await status(browser)).toBe(400)

    const late = await aClaim()
    here.clock.advance({ minutes: 61 })
    await late.browser.get(late.link)
    expect(await status(late.browser)).toBe(400)
    await sweepAccounts(here.shop)
    expect(await here.shop.db.selectFrom("order_claims").selectAll().execute()).toEqual([])
    await expectInvariants(here.shop)
  })
})

test("a shop that requires an account asks for one, with the usual message", async () => {
  const admin = await anAdmin(here.shop)
  await changeSettings(here.shop, admin, { snapshot: 0, facts: { ...emptyFacts, accountsOnly: "on" } })
  await here.shop.settings.renew()
  const visitor = here.visitor()
  const text = pageText((await here.page("/login?redirect=/shipping", visitor)).html)
  expect(text).toContain("Welcome back")
  expect(text).not.toContain("without an account")
  const refused = await visitor.post("/login?guest&redirect=/shipping", { email: anEmail() })
  expect(refused.status).toBe(400)
  expect((await here.page("/shipping", visitor)).location).toBe("/login?redirect=%2Fshipping")
})

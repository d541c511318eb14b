import { afterAll, beforeAll, expect, test } from "vitest"
import { withPasswordHasher } from "~/domain/accounts/passwords/passwords.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const login = (visitor: TestBrowser, email: string, password = PASSWORD, path = "/login") =>
  visitor.post(path, { email, password })

const cookieOf = (answer: Response) =>
  answer.headers.getSetCookie().find((line) => line.startsWith("counter=")) ?? "no cookie"

test("login and register are one screen, whose toggle is a link and keeps the redirect", async () => {
  const page = await (await server.visitor().get("/login?redirect=/cart")).text()
  expect(page).toContain('href="/login?register&amp;redirect=%2Fcart"')
  expect(page).toContain('href="/password/forgot"')
  expect(page).toContain('autoComplete="current-password"')
  const other = await (await server.visitor().get("/login?register&redirect=/cart")).text()
  expect(other).toContain('href="/login?redirect=%2Fcart"')
  expect(other).toContain('autoComplete="new-password"')
  expect(other).toMatch(/enctype="multipart\/form-data"/i)
})

test("signing in leads to the account, or to the requested page", async () => {
  const { email } = await aMember(server.shop)
  const visitor = server.visitor()
  expect((await login(visitor, email)).headers.get("Location")).toBe("/account")
  expect(await (await visitor.get("/account")).text()).toContain(email)
  const other = await login(server.visitor(), email, PASSWORD, "/login?redirect=%2Forders%3Fpage%3D2")
  expect(other.status).toBe(303)
  expect(other.headers.get("Location")).toBe("/orders?page=2")
})

test("a sign-in on a new device is mailed with its time, device and method", async () => {
  const { id, email } = await aMember(server.shop)
  const device = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" }
  const mails = async () => {
    const sent = server.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", email)
    return (await sent.where("kind", "=", "new-device").execute()).map(({ text_body }) => text_body)
  }
  const visitor = server.visitor()
  await visitor.post("/login", { email, password: "wrong" }, device)
  expect(await mails()).toEqual([])
  await visitor.post("/login", { email, password: PASSWORD }, device)
  expect(await mails()).toEqual([
    expect.stringMatching(
      /Time +\d{1,2} \w+ \d{4}, \d\d:\d\d \S+\nDevice +Firefox on Windows\nSigned in with +password\n/,
    ),
  ])
  await visitor.post("/logout", {})
  await visitor.post("/login", { email, password: PASSWORD }, device)
  expect(await mails()).toHaveLength(1)
  for (let more = 0; more < 5; more++) await login(server.visitor(), email)
  expect(await mails()).toHaveLength(3)
  const others = server.shop.db.selectFrom("mail_people").selectAll().where("user_id", "=", id)
  expect((await others.execute()).length).toBeGreaterThanOrEqual(3)
})

test("a registration does not count as a sign-in on a new device", async () => {
  const email = "registers@shop.example"
  await server.visitor().post("/login?register", { name: "Ada", email, password: PASSWORD })
  const kinds = await server.shop.db.selectFrom("mails").select("kind").where("recipient", "=", email).execute()
  expect(kinds).toEqual([{ kind: "welcome" }])
})

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/%0d%0aX: y\r\n",
  "evil",
])("no one is redirected to %j", async (target) => {
  const { email } = await aMember(server.shop)
  const path = `/login?${new URLSearchParams({ redirect: target })}`
  const location = (await login(server.visitor(), email, PASSWORD, path)).headers.get("Location") ?? ""
  expect(new URL(location, server.url).origin).toBe(server.url)
})

test("someone who is already signed in is redirected", async () => {
  const visitor = server.visitor()
  await login(visitor, (await aMember(server.shop)).email)
  expect((await visitor.get("/login")).headers.get("Location")).toBe("/account")
  expect((await visitor.get("/login?register&redirect=/cart")).headers.get("Location")).toBe("/cart")
})

test("a wrong password and an unknown email address get the same page, which keeps the email address and not the password", async () => {
  const { email } = await aMember(server.shop)
  const wrong = await login(server.visitor(), email, "wrong horse")
  const unknown = await login(server.visitor(), "nobody@shop.example", "wrong horse")
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  const [first, second] = [await wrong.text(), await unknown.text()]
  expect(first).toContain("Invalid email or password")
  expect(first).toContain(`value="${email}"`)
  expect(first).not.toContain("wrong horse")
  const plain = (html: string) =>
    /<main.*<\/main>/s.exec(html)?.[0].replaceAll(email, "X").replaceAll("nobody@shop.example", "X")
  expect(plain(first)).toContain("Invalid email or password")
  expect(plain(first)).toBe(plain(second))
})

test("an empty form lists what is missing and links to the field", async () => {
  const answer = await login(server.visitor(), "", "")
  const page = await answer.text()
  expect(answer.status).toBe(400)
  expect(page).toContain('<a href="#login-email">Please enter email and password</a>')
})

test("too many failures are answered with 429 and the time to wait", async () => {
  const { email } = await aMember(server.shop)
  for (let i = 0; i < 10; i++) await login(server.visitor(), email, "wrong horse")
  const answer = await login(server.visitor(), email)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(800)
  expect(await answer.text()).toContain("Too many attempts. Please try again in 15 minutes.")
  await server.shop.db.deleteFrom("rate_limits").execute()
})

test("ten wrong passwords of someone else do not lock out a browser that has signed in before", async () => {
  const { email } = await aMember(server.shop)
  const owner = server.visitor()
  await login(owner, email)
  await owner.post("/logout", {})
  for (let i = 0; i < 12; i++) await login(server.visitor(), email, "wrong horse")
  expect((await login(server.visitor(), email)).status).toBe(429)
  expect((await login(owner, email)).headers.get("Location")).toBe("/account")
  await owner.post("/logout", {})
  for (let i = 0; i < 10; i++) await login(owner, email, "wrong horse")
  expect((await login(owner, email)).status).toBe(429)
  await server.shop.db.deleteFrom("rate_limits").execute()
})

test("a device is known by its own cookie, which cannot be forged and opens nothing", async () => {
  const { id, email } = await aMember(server.shop)
  const owner = server.visitor()
  const line = (await login(owner, email)).headers.getSetCookie().find((one) => one.startsWith("counter-device="))
  expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  await owner.post("/logout", {})
  expect((await owner.get("/account")).status).toBe(302)
  for (let i = 0; i < 10; i++) await login(server.visitor(), email, "wrong horse")
  const forged = `${Buffer.from(JSON.stringify(`${"x".repeat(16)}~${id}`)).toString("base64")}.${"x".repeat(43)}`
  const answer = await server
    .visitor()
    .post("/login", { email, password: PASSWORD }, { Cookie: `counter-device=${encodeURIComponent(forged)}` })
  expect(answer.status).toBe(429)
  await server.shop.db.deleteFrom("rate_limits").execute()
})

test.each([
  ["counter-invitation", (text: string) => `/invitation/link/${text}`],
  ["counter-sign-in-link", (text: string) => `/login/link/${text}`],
  ["counter-reset", (text: string) => `/password/reset/${text}`],
  ["counter-discount", (text: string) => `/discount/${text}`],
])("a value that a visitor has had signed as %s makes no device known", async (name, path) => {
  const { id, email } = await aMember(server.shop)
  const text = `${"x".repeat(16)}~${id}`
  const anonymous = server.visitor()
  await anonymous.get(path(text))
  const signed = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(anonymous.cookie)?.[1] ?? ""
  expect(atob(decodeURIComponent(signed).split(".")[0] ?? "")).toContain(id)
  for (let i = 0; i < 10; i++) await login(server.visitor(), email, "wrong horse")
  const forged = { Cookie: `counter-device=${signed}` }
  expect((await server.visitor().post("/login", { email, password: PASSWORD }, forged)).status).toBe(429)
  await server.shop.db.deleteFrom("rate_limits").execute()
})

test("the cookie outlives the session by an hour, and is not extended by use", async () => {
  const [member, admin] = [await aMember(server.shop), await anAdmin(server.shop)]
  const ageOf = (answer: Response) => Number(/; Max-Age=(\d+)/.exec(cookieOf(answer))?.[1])
  expect(ageOf(await login(server.visitor(), member.email))).toBeGreaterThan(30 * 86_400 - 60)
  const visitor = server.visitor()
  expect(ageOf(await login(visitor, admin.email))).toBeLessThanOrEqual(13 * 3_600)
  await server.shop.db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - 11 * 3_600_000), last_seen_at: new Date(Date.now() - 3_600_000) })
    .where("user_id", "=", admin.id)
    .execute()
  const used = await visitor.get("/account")
  expect([used.status, used.headers.getSetCookie()]).toEqual([200, []])
  const [product] = ["f".repeat(24)]
  const left = ageOf(await visitor.post("/cart/remove", { product }))
  expect(left).toBeGreaterThan(3_600 + 3_500)
  expect(left).toBeLessThanOrEqual(2 * 3_600)
})

test("an untrusted forwarded address does not affect the limits", async () => {
  for (let i = 0; i < 50; i++) {
    await server
      .visitor()
      .post("/login", { email: `guess${i}@shop.example`, password: "x" }, { "X-Forwarded-For": `203.0.113.${i}` })
  }
  const answer = await server
    .visitor()
    .post("/login", { email: "another@shop.example", password: "x" }, { "X-Forwarded-For": "203.0.113.99" })
  expect(answer.status).toBe(429)
  await server.shop.db.deleteFrom("rate_limits").execute()
})

test("a visitor registers with a picture and is signed in", async () => {
  const visitor = server.visitor()
  const body = new FormData()
  for (const [name, value] of Object.entries({ name: "Ada Lovelace", email: "ada@shop.example", password: PASSWORD })) {
    body.append(name, value)
  }
  const { default: sharp } = await import("sharp")
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
  body.append("avatar", new File([new Uint8Array(picture)], "me.png", { type: "image/png" }))
  const answer = await visitor.send("/login?register", { method: "POST", body, headers: { Origin: server.url } })
  expect(answer.headers.get("Location")).toBe("/account")
  const page = await (await visitor.get("/account")).text()
  expect(page).toContain("Ada Lovelace")
  expect(page).toMatch(/<img class="avatar" src="\/media\//)
})

test("no one can register as an administrator, under a chosen id or in the past", async () => {
  const wished = {
    role: "admin",
    _id: "0".repeat(24),
    id: "0".repeat(24),
    createdAt: "2001-01-01",
    created_at: "2001-01-01",
  }
  const fields = { name: "Eve", email: "eve@shop.example", password: PASSWORD, ...wished }
  expect((await server.visitor().post("/login?register", fields)).status).toBe(303)
  const eve = await server.shop.db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", "eve@shop.example")
    .executeTakeFirstOrThrow()
  expect(eve.role).toBe("user")
  expect(eve.id).not.toBe("0".repeat(24))
  expect(eve.created_at.getFullYear()).toBeGreaterThan(2020)
})

test("a refused registration keeps its entries, except the password", async () => {
  const answer = await server
    .visitor()
    .post("/login?register", { name: "Ada", email: "not an email", password: "Secret-1" })
  const page = await answer.text()
  expect(answer.status).toBe(400)
  expect(page).toContain("Please enter a valid email")
  expect(page).toContain('value="not an email"')
  expect(page).not.toContain("Secret-1")
})

test.each([
  ["an email with a line break", { email: "a@shop.example\r\nBcc: b@shop.example" }, 401],
  ["a NUL byte", { email: "a\0@shop.example" }, 400],
  ["an email of a megabyte", { email: `${"a".repeat(1_000_000)}@shop.example` }, 400],
  ["a password of two megabytes", { password: "a".repeat(2_000_000) }, 413],
  ["a field sent twice", { email: ["a@shop.example", "b@shop.example"] }, 400],
])("%s is refused, and the shop keeps running", async (_, field, status) => {
  const answer = await server.visitor().post("/login", { email: "a@shop.example", password: "x", ...field })
  expect(answer.status).toBe(status)
})

test("signing in gives a new session; the earlier cookie opens nothing", async () => {
  const visitor = server.visitor()
  await login(visitor, (await aMember(server.shop)).email)
  const before = visitor.cookie
  await visitor.post("/logout", {})
  await login(visitor, (await aMember(server.shop)).email)
  expect(visitor.cookie).not.toBe(before)
  const thief = await fetch(`${server.url}/account`, { headers: { Cookie: before }, redirect: "manual" })
  expect(thief.headers.get("Location")).toBe("/login?redirect=%2Faccount")
})

test("the cookie is inaccessible to scripts and other sites, and contains neither name nor role", async () => {
  const admin = await anAdmin(server.shop)
  const cookie = cookieOf(await login(server.visitor(), admin.email))
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  const contents = Buffer.from(decodeURIComponent(cookie).replace(/^counter=|\..*$/g, ""), "base64").toString()
  expect(contents).toMatch(/^"[\w-]{32}~"$/)
})

test("logging out ends the session, empties the cart and says so", async () => {
  const visitor = server.visitor()
  await login(visitor, (await aMember(server.shop)).email)
  const copied = visitor.cookie
  const answer = await visitor.post("/logout", {})
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"])
  expect(await (await visitor.get("/")).text()).toContain("Logged out")
  const thief = await fetch(`${server.url}/account`, { headers: { Cookie: copied }, redirect: "manual" })
  expect(thief.status).toBe(302)
})

test("neither a link nor another site can log anyone out", async () => {
  const visitor = server.visitor()
  await login(visitor, (await aMember(server.shop)).email)
  expect((await visitor.get("/logout")).headers.get("Location")).toBe("/account")
  expect((await visitor.post("/logout", {}, { Origin: "https://evil.example" })).status).toBe(403)
  expect((await visitor.get("/account")).status).toBe(200)
})

test("no secret is in a page", async () => {
  const visitor = server.visitor()
  const { id, email } = await aMember(server.shop)
  await login(visitor, email)
  const row = await server.shop.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
  const { token_hash } = await server.shop.db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow()
  for (const path of [
    "/",
    "/account",
    "/update",
    "/password/update",
    "/account/delete",
    "/account.data",
    "/_root.data",
  ]) {
    const page = await (await visitor.get(path)).text()
    expect(page).not.toContain(row.password_hash.slice(0, 12))
    expect(page).not.toContain(token_hash)
  }
})

test("a device has one session, however often someone signs in there", async () => {
  const { id, email } = await aMember(server.shop)
  const sessions = () => server.shop.db.selectFrom("sessions").select("device_id").where("user_id", "=", id).execute()
  const [phone, laptop] = [server.visitor(), server.visitor()]
  for (let i = 0; i < 5; i++) {
    await login(phone, email)
    phone.keep("counter=; Max-Age=0")
  }
  expect(await sessions()).toHaveLength(1)
  await login(laptop, email)
  await login(phone, email)
  expect(new Set((await sessions()).map(({ device_id }) => device_id)).size).toBe(2)
  expect((await laptop.get("/account")).status).toBe(200)
  const { email: other } = await aMember(server.shop)
  phone.keep("counter=; Max-Age=0")
  await login(phone, other)
  expect(await sessions()).toHaveLength(2)
})

test("a sign-in while too many passwords are being hashed is asked to try again, and loses no attempt", async () => {
  const { email } = await aMember(server.shop)
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const others = Array.from({ length: 100 }, () => withPasswordHasher(() => busy))
  const words = "Too many people are signing in right now. Please try again in a moment"
  for (let i = 0; i < 12; i++) {
    const answer = await login(server.visitor(), email)
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)])
    if (i === 0) {
      const page = await answer.text()
      expect(page).toContain(words)
      expect(page).toContain(`value="${email}"`)
    }
  }
  const call = await server.visitor().json("POST", "/api/v1/login", { email, password: PASSWORD })
  expect([call.status, call.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(await call.json()).toMatchObject({ success: false, message: words })
  finish()
  await Promise.all(others)
  expect((await login(server.visitor(), email)).status).toBe(303)
})

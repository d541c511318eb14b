import { afterAll, beforeAll, expect, test } from "vitest"
import { accountLimits } from "~/domain/accounts/account-limits"
import type { Member } from "~/domain/accounts/actor"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function signedIn(member?: Member): Promise<{ member: Member; visitor: TestBrowser }> {
  const user = member ?? (await aMember(server.shop))
  const visitor = server.visitor()
  await visitor.post("/login", { email: user.email, password: PASSWORD }, { "User-Agent": "Firefox/140.0 Windows" })
  return { member: user, visitor }
}

test.each([
  "/account",
  "/update",
  "/password/update",
  "/account/delete",
  "/account/devices",
  "/account/data",
  "/account/data/everything.json",
])("%s is only for members", async (path) => {
  const answer = await server.visitor().get(path)
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/login?redirect=${encodeURIComponent(path)}`])
})

test.each(["/update", "/password/update", "/account/delete", "/account/devices", `/account/devices/${"0".repeat(24)}`])(
  "a form sent to %s without signing in does nothing and leads to the login",
  async (path) => {
    const fields = {
      name: "A",
      email: "a@shop.example",
      oldPassword: "a",
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
      password: "a",
    }
    expect((await server.visitor().post(path, fields)).headers.get("Location")).toMatch(/^\/login\?redirect=/)
  },
)

test("the profile shows the name and the date of registration, with three links", async () => {
  const { member, visitor } = await signedIn()
  const page = await (await visitor.get("/account")).text()
  expect(page).toContain(member.name)
  expect(page).toContain(member.email)
  const day = member.createdAt.toISOString().slice(0, 10)
  expect(page).toContain(`<dt>Member since</dt><dd><time dateTime="${day}">${day}</time></dd>`)
  for (const link of ["/update", "/orders", "/password/update"]) expect(page).toContain(`href="${link}"`)
})

test("a member downloads their data, shortly after confirming their identity", async () => {
  const { member, visitor } = await signedIn()
  expect(await (await visitor.get("/account")).text()).toContain('href="/account/data"')
  expect(await (await visitor.get("/account/data")).text()).toContain('href="/account/data/devices.csv"')
  const file = await visitor.get("/account/data/everything.json")
  expect(file.headers.get("Cache-Control")).toBe("no-store")
  expect(await file.json()).toMatchObject({
    profile: [{ _id: member.id, name: member.name, email: member.email }],
    devices: [{ browser: "Firefox/140.0 Windows" }],
    orders: [],
  })
  const csv = await visitor.get("/account/data/devices.csv")
  expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
  expect(await csv.text()).toContain("Firefox/140.0 Windows")
  expect((await visitor.get("/account/data/sessions.csv")).status).toBe(404)
  await Promise.all(
    Array.from({ length: 60 }, () => server.shop.limits.consume(accountLimits.dataOfBuyer, member.id)),
  ).catch(() => {})
  expect((await visitor.get("/account/data/everything.json")).status).toBe(429)
  server.clock.advance({ minutes: 16 })
  for (const path of ["/account/data", "/account/data/everything.json"])
    expect((await visitor.get(path)).headers.get("Location"), path).toBe(
      `/account/confirm?redirect=${encodeURIComponent(path)}`,
    )
})

test("an update shows on the profile with a confirmation", async () => {
  const { visitor } = await signedIn()
  const fields = { name: "Augusta Ada", email: "augusta@shop.example", password: PASSWORD, role: "admin" }
  const answer = await visitor.post("/update", fields)
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"])
  const page = await (await visitor.get("/account")).text()
  expect(page).toContain("Profile Updated")
  expect(page).toContain("Augusta Ada")
  expect(page).not.toContain("/admin/dashboard")
})

test("a refused update keeps the typed values", async () => {
  const { member } = await signedIn()
  const { visitor } = await signedIn()
  const answer = await visitor.post("/update", { name: "Copycat", email: member.email, password: PASSWORD })
  const page = await answer.text()
  expect(answer.status).toBe(400)
  expect(page).toContain("Email already exists")
  expect(page).toContain('value="Copycat"')
})

test("another email address requires the password, and the typed values stay, except the password", async () => {
  const { member, visitor } = await signedIn()
  const typed = { name: "Augusta", email: "augusta-2@shop.example" }
  for (const [password, words] of [
    ["", "Please enter your password to change your email"],
    ["wrong horse", "This is not your password"],
  ] as const) {
    const answer = await visitor.post("/update", { ...typed, password })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain(words)
    expect(page).toContain('<a href="#profile-password">')
    expect(page).toContain('value="augusta-2@shop.example"')
    expect(page).not.toContain("wrong horse")
  }
  expect((await visitor.post("/update", { name: "Augusta", email: member.email, password: "" })).status).toBe(303)
})

test("a new password works, and the old one no longer does", async () => {
  const { member, visitor } = await signedIn()
  const fields = { oldPassword: PASSWORD, newPassword: "a new long password", confirmPassword: "a new long password" }
  expect((await visitor.post("/password/update", fields)).headers.get("Location")).toBe("/account")
  expect(await (await visitor.get("/account")).text()).toContain("Password changed")
  expect((await server.visitor().post("/login", { email: member.email, password: PASSWORD })).status).toBe(401)
})

test.each([
  [{ oldPassword: "wrong horse" }, "Invalid old password"],
  [{ confirmPassword: "something else" }, "Password does not match"],
  [{ newPassword: "short", confirmPassword: "short" }, "A password needs at least 8 characters"],
  [{ newPassword: "password123", confirmPassword: "password123" }, "This password is too common"],
  [{ oldPassword: "" }, "Please enter your old password"],
])("a password change is refused with a message (%#)", async (wrong, words) => {
  const { visitor } = await signedIn()
  const right = { oldPassword: PASSWORD, newPassword: "a new long password", confirmPassword: "a new long password" }
  const answer = await visitor.post("/password/update", { ...right, ...wrong })
  const page = await answer.text()
  expect(answer.status).toBe(400)
  expect(page).toContain(words)
  expect(page).not.toContain("a new long password")
})

test("two browsers with one account: each sees both, and one signs the other out", async () => {
  const { member, visitor: here } = await signedIn()
  const { visitor: elsewhere } = await signedIn(member)
  const page = await (await here.get("/account")).text()
  expect(page.match(/Firefox on Windows/g)?.length).toBeGreaterThanOrEqual(2)
  const action = /href="(\/account\/devices\/[0-9a-f]{24})"/.exec(page)?.[1] ?? ""
  expect(await (await here.get(action)).text()).toContain("Sign out Firefox on Windows?")
  const wrong = await here.post(action, { password: "wrong horse" })
  expect([wrong.status, (await elsewhere.get("/account")).status]).toEqual([400, 200])
  expect((await here.post(action, { password: PASSWORD })).headers.get("Location")).toBe("/account")
  expect((await here.get(action)).headers.get("Location")).toBe("/account")
  expect((await elsewhere.get("/account")).status).toBe(302)
  expect((await here.get("/account")).status).toBe(200)
})

test("two browsers with one account: changing the password in one signs out the other, and gives the first a new secret", async () => {
  const { member, visitor: here } = await signedIn()
  const copied = here.cookie
  const { visitor: elsewhere } = await signedIn(member)
  const fields = { oldPassword: PASSWORD, newPassword: "a new long password", confirmPassword: "a new long password" }
  await here.post("/password/update", fields)
  expect((await elsewhere.get("/account")).status).toBe(302)
  expect((await here.get("/account")).status).toBe(200)
  const thief = await fetch(`${server.url}/account`, { headers: { Cookie: copied }, redirect: "manual" })
  expect(thief.headers.get("Location")).toBe("/login?redirect=%2Faccount")
})

test("all other devices can be signed out together, with the password", async () => {
  const { member, visitor: here } = await signedIn()
  const others = [await signedIn(member), await signedIn(member)]
  expect((await here.post("/account/devices", {})).status).toBe(400)
  expect((await here.post("/account/devices", { password: "wrong horse" })).status).toBe(400)
  for (const { visitor } of others) expect((await visitor.get("/account")).status).toBe(200)
  await here.post("/account/devices", { password: PASSWORD })
  for (const { visitor } of others) expect((await visitor.get("/account")).status).toBe(302)
  expect((await here.get("/account")).status).toBe(200)
})

test("an account is deleted by its owner, who is signed out and can register again", async () => {
  const { member, visitor } = await signedIn()
  expect((await visitor.post("/account/delete", { password: "wrong horse" })).status).toBe(400)
  const answer = await visitor.post("/account/delete", { password: PASSWORD })
  expect(answer.headers.get("Location")).toBe("/")
  expect(await (await visitor.get("/")).text()).toContain("Your account has been deleted")
  expect((await visitor.get("/account")).status).toBe(302)
  const again = { name: "Again", email: member.email, password: PASSWORD }
  expect((await visitor.post("/login?register", again)).headers.get("Location")).toBe("/account")
})

test("a changed role applies at the next request", async () => {
  const { member, visitor } = await signedIn()
  expect(await (await visitor.get("/account")).text()).not.toContain("/admin/dashboard")
  await server.shop.db.updateTable("users").set({ role: "admin" }).where("id", "=", member.id).execute()
  expect(await (await visitor.get("/account")).text()).toContain("/admin/dashboard")
})

test("the mails of a shop without a mail server can be read, and their links work", async () => {
  await aMember(server.shop, { name: "<b>Bold</b>" })
  const page = await (await server.visitor().get("/dev/mail")).text()
  expect(page).toContain("Welcome to Counter")
  expect(page).toContain(`href="${server.url}/account"`)
  const address = /href="(\/dev\/mail\/[0-9a-f]{24})"/.exec(page)?.[1] ?? ""
  const html = await server.visitor().get(address)
  expect(html.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'self' 'unsafe-inline'; frame/,
  )
  expect(await html.text()).toContain(`<a href="${server.url}/account"`)
  expect((await server.visitor().get("/dev/mail/nonsense")).status).toBe(404)
  expect(page).not.toContain("<b>Bold</b>")
})

import { TOTP } from "otpauth"
import { decode } from "turbo-stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountLimits } from "~/domain/accounts/account-limits"
import { type Member, requireMember } from "~/domain/accounts/actor"
import { handlePasswordChanged } from "~/domain/accounts/passwords/change-password.server"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { updateNameAndEmail } from "~/domain/accounts/profile.server"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import { sweepAccounts } from "~/domain/accounts/sweep-accounts.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { changeFactorPolicy } from "~/domain/factors/change-policy.server"
import { countRecoveryCodes } from "~/domain/factors/recovery-codes.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAuthenticator } from "~/testing/shop/authenticator"
import { aMember, anAdmin, anApp, PASSWORD } from "~/testing/shop/people.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

/** Returns an app that is ready for use. */
async function appInUse(member: Member) {
  const app = await anApp(server.shop, member)
  server.clock.advance({ minutes: 1 })
  return app
}
async function memberWithApp() {
  const member = await aMember(server.shop)
  return { member, app: await appInUse(member) }
}
const login = (visitor: TestBrowser, email: string, path = "/login") =>
  visitor.post(path, { email, password: PASSWORD })
const locationOf = (answer: Response) => answer.headers.get("Location")
const secretOf = (visitor: TestBrowser) => /(?:^|; )counter=([^;]+)/.exec(visitor.cookie)?.[1]
const isSignedIn = async (visitor: TestBrowser) => (await visitor.get("/account")).status === 200
const step = "/login/second-step"

test("the right password leads only to the second step, and the code to the requested page", async () => {
  const { member, app } = await memberWithApp()
  const visitor = server.visitor()
  const answer = await login(visitor, member.email, "/login?redirect=%2Forders")
  expect([answer.status, locationOf(answer)]).toEqual([303, `${step}?redirect=%2Forders`])
  expect(secretOf(visitor)).toBeUndefined()
  for (const path of ["/account", "/update", "/orders", "/account/security", "/admin/dashboard"])
    expect(locationOf(await visitor.get(path))).toMatch(/^\/login\?redirect=/)
  expect((await visitor.json("GET", "/api/v1/me")).status).toBe(401)
  const page = await visitor.get(`${step}?redirect=%2Forders`)
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"])
  expect(await page.text()).toContain('autoComplete="one-time-code"')
  const wrong = await visitor.post(step, { code: "123456" })
  expect(wrong.status).toBe(401)
  expect(await wrong.text()).toContain("This code is not valid")
  expect(await isSignedIn(visitor)).toBe(false)
  const right = await visitor.post(`${step}?redirect=%2Forders`, { code: app.code() })
  expect([right.status, locationOf(right)]).toEqual([303, "/orders"])
  expect(secretOf(visitor)).toMatch(/./)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(locationOf(await visitor.get(step))).toBe("/login?redirect=%2Faccount")
})

test("a second step belongs to the browser that entered the password, and takes at most five minutes", async () => {
  const { member, app } = await memberWithApp()
  expect(locationOf(await server.visitor().get(step))).toBe("/login?redirect=%2Faccount")
  expect(locationOf(await server.visitor().post(step, { code: app.code() }))).toBe("/login?redirect=%2Faccount")
  const visitor = server.visitor()
  await login(visitor, member.email)
  server.clock.advance({ minutes: 6 })
  expect(locationOf(await visitor.post(`${step}?redirect=//evil.example`, { code: app.code() }))).toBe(
    "/login?redirect=%2Faccount",
  )
  expect(await (await visitor.get("/login")).text()).toContain("Please sign in again")
})

test("five wrong codes lock a browser, however often it enters the password, and not the owner's", async () => {
  const { member, app } = await memberWithApp()
  const [thief, owner] = [server.visitor(), server.visitor()]
  await login(thief, member.email)
  for (let i = 0; i < 5; i++) expect((await thief.post(step, { code: `00000${i}` })).status).toBe(401)
  expect((await thief.post(step, { code: app.code() })).status).toBe(429)
  await login(thief, member.email)
  expect((await thief.post(step, { code: app.code() })).status).toBe(429)
  await login(owner, member.email)
  expect((await owner.post(step, { code: app.code() })).status).toBe(303)
})

test("the JSON requires the code with the password, and only of accounts with a factor", async () => {
  const [{ member, app }, plain] = [await memberWithApp(), await aMember(server.shop)]
  const call = (email: string, more: object = {}, password = PASSWORD) =>
    server.visitor().json("POST", "/api/v1/login", { email, password, ...more })
  const failure = (message: string) => ({ success: false, status: "error", message })
  expect((await call(plain.email)).status).toBe(200)
  expect((await call(plain.email, { code: "123456" })).status).toBe(200)
  const without = await call(member.email)
  expect([without.status, await without.json()]).toEqual([401, failure("Please enter the code of your second factor")])
  expect(without.headers.getSetCookie().some((line) => line.startsWith("counter="))).toBe(false)
  const wrongPassword = await call(member.email, { code: app.code() }, "wrong horse")
  expect([wrongPassword.status, await wrongPassword.json()]).toEqual([401, failure("Invalid email or password")])
  const wrong = await call(member.email, { code: "123456" })
  expect([wrong.status, ((await wrong.json()) as Error).message]).toEqual([401, expect.stringContaining("not valid")])
  const right = await call(member.email, { code: app.code() })
  expect([right.status, await right.json()]).toEqual([
    200,
    expect.objectContaining({ user: expect.objectContaining({ email: member.email }) }),
  ])
  expect((await call(member.email, { code: app.code() })).status).toBe(401)
  expect((await call(member.email, { code: app.recoveryCodes[0] })).status).toBe(200)
  for (const code of [123456, "", "x".repeat(10_000)])
    expect((await call(member.email, { code })).status).toBeGreaterThanOrEqual(400)
})

async function resetTokenOf(email: string): Promise<string> {
  await sendLink(server.shop, "password-reset", email)
  const { rows } = await server.pool.query<{ text_body: string }>(
    "select text_body from mails where recipient = $1 and kind = 'password-reset' order by created_at desc limit 1",
    [email],
  )
  return /\/password\/reset\/(\S+)/.exec(rows[0]?.text_body ?? "")?.[1] ?? ""
}

test("a reset link changes the password, and the code is still required", async () => {
  const { member, app } = await memberWithApp()
  const passwords = { password: "a new long password", confirmPassword: "a new long password" }
  const visitor = server.visitor()
  await visitor.get(`/password/reset/${await resetTokenOf(member.email)}`)
  expect(locationOf(await visitor.post("/password/reset", passwords))).toBe(`${step}?redirect=%2Faccount`)
  expect(await isSignedIn(visitor)).toBe(false)
  expect((await visitor.post(step, { code: app.code() })).status).toBe(303)
  expect(await isSignedIn(visitor)).toBe(true)
  const client = server.visitor()
  const answer = await client.json("PUT", `/api/v1/reset/password/${await resetTokenOf(member.email)}`, passwords)
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ success: true })])
  expect((await client.json("GET", "/api/v1/me")).status).toBe(401)
  expect(await isSignedIn(visitor)).toBe(false)
})

test("a member sets up an app, saves the codes that are shown once, creates new ones and removes everything", async () => {
  const member = await aMember(server.shop)
  const visitor = server.visitor()
  await login(visitor, member.email)
  expect(await (await visitor.get("/account/security")).text()).toContain('href="/account/security/app"')
  const page = await (await visitor.get("/account/security/app")).text()
  const [, setup = ""] = /name="setup" value="([^"]+)"/.exec(page) ?? []
  const [, secret = ""] = /<code>([A-Z2-7 ]+)<\/code>/.exec(page) ?? []
  const app = new TOTP({ secret: secret.replaceAll(" ", "") })
  const code = (minutes = 0) => app.generate({ timestamp: server.shop.now().getTime() + minutes * 60_000 })
  const wrong = await visitor.post("/account/security/app", { setup, code: "1" })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain(`value="${setup}"`)
  const withoutSetup = await visitor.post("/account/security/app", { code: code() })
  expect([withoutSetup.status, await withoutSetup.text()]).toEqual([
    400,
    expect.stringContaining("load this page again"),
  ])
  const grouped = `\u200e${code().slice(0, 3)}\u00a0${code().slice(3)} `
  const done = await visitor.post("/account/security/app", { setup, code: grouped })
  expect(locationOf(done)).toBe("/account/security/recovery-codes")
  const codes = [...(await (await visitor.get("/account/security/recovery-codes")).text()).matchAll(RECOVERY_CODE)]
  expect(codes).toHaveLength(10)
  const again = await visitor.get("/account/security/recovery-codes")
  expect([again.headers.get("Cache-Control"), (await again.text()).match(RECOVERY_CODE)]).toEqual(["no-store", null])
  expect(await (await visitor.get("/account/security")).text()).toMatch(/You have (<!-- -->)?10/)
  server.clock.advance({ minutes: 16 })
  const confirm = "/account/confirm?redirect=%2Faccount%2Fsecurity%2Frecovery-codes"
  expect(locationOf(await visitor.post("/account/security/recovery-codes", {}))).toBe(confirm)
  expect(await (await visitor.get(confirm)).text()).toContain('name="code"')
  expect((await visitor.post(confirm, { password: PASSWORD })).status).toBe(400)
  expect((await visitor.post(confirm, { password: "wrong horse", code: code() })).status).toBe(400)
  expect((await visitor.post(confirm, { password: PASSWORD, code: "123456" })).status).toBe(401)
  const stolen = visitor.cookie
  expect(locationOf(await visitor.post(confirm, { password: PASSWORD, code: code() }))).toBe(
    "/account/security/recovery-codes",
  )
  const thief = await server.visitor().get("/account", { Cookie: stolen })
  expect(locationOf(thief)).toBe("/login?redirect=%2Faccount")
  expect(locationOf(await visitor.post("/account/security/recovery-codes", {}))).toBe(
    "/account/security/recovery-codes",
  )
  const renewed = await (await visitor.get("/account/security/recovery-codes")).text()
  expect(renewed.match(RECOVERY_CODE)).toHaveLength(10)
  expect(renewed).not.toContain(codes[0]?.[0])
  expect((await visitor.get("/account/security/app/remove")).status).toBe(200)
  expect(locationOf(await visitor.post("/account/security/app/remove", {}))).toBe("/account/security")
  expect(locationOf(await visitor.get("/account/security/app/remove"))).toBe("/account/security")
  await visitor.post("/account/security/app/remove", {})
  expect(await (await visitor.get("/account/security")).text()).toContain("There is no authenticator app to remove")
  expect(locationOf(await visitor.post("/account/security/recovery-codes", {}))).toBe("/account/security")
  expect(await countRecoveryCodes(server.shop, member.id)).toBe(0)
  expect(locationOf(await login(server.visitor(), member.email))).toBe("/account")
})

test("no draft of a form contains the secret of an app or a recovery code, and the scanned secret stays", async () => {
  const [visitor, { member, app }] = [await server.signedIn(await aMember(server.shop)), await memberWithApp()]
  const drafts = async () => {
    const { rows } = await server.pool.query<{ reply: string }>("select reply from drafts")
    return rows.map(({ reply }) => reply).join()
  }
  const shownOn = (page: string) => /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? ""
  const page = await (await visitor.get("/account/security/app")).text()
  const [, setup = ""] = /name="setup" value="([^"]+)"/.exec(page) ?? []
  const secret = shownOn(page)
  server.clock.advance({ minutes: 16 })
  const confirm = "/account/confirm?redirect=%2Faccount%2Fsecurity%2Fapp"
  expect(locationOf(await visitor.post("/account/security/app", { setup, code: "123456" }))).toBe(confirm)
  expect(await drafts()).toContain(setup)
  expect(await drafts()).not.toMatch(new RegExp(`${secret}|${secret.replaceAll(" ", "")}`))
  await visitor.post(confirm, { password: PASSWORD })
  const again = await (await visitor.get("/account/security/app")).text()
  expect([again.includes(`value="${setup}"`), shownOn(again)]).toEqual([true, secret])

  const left = server.visitor()
  await login(left, member.email)
  await left.post(step, { code: app.code() })
  await server.pool.query("delete from sessions where user_id = $1", [member.id])
  const [code = ""] = app.recoveryCodes
  expect(locationOf(await left.post("/account/confirm", { password: PASSWORD, code }))).toMatch(/^\/login/)
  expect(await drafts()).not.toContain(code)
})

test("a session from before the app is not proven enough to change it", async () => {
  const member = await aMember(server.shop)
  const visitor = server.visitor()
  await login(visitor, member.email)
  await anApp(server.shop, member)
  expect(await isSignedIn(visitor)).toBe(true)
  for (const path of ["/account/security/app/remove", "/account/security/recovery-codes", "/account/security/app"])
    expect(locationOf(await visitor.post(path, {}))).toMatch(/^\/account\/confirm\?redirect=/)
})

test("a member with a second factor proves it again before the email address changes or the account is deleted; others need not", async () => {
  const { member, app } = await memberWithApp()
  const visitor = server.visitor()
  await login(visitor, member.email)
  await visitor.post(step, { code: app.code() })
  const plain = await aMember(server.shop)
  const other = await server.signedIn(plain)
  server.clock.advance({ minutes: 16 })
  const confirm = (path: string) => `/account/confirm?redirect=${encodeURIComponent(path)}`
  const moved = { name: "Ada King", email: `moved-${member.email}`, password: PASSWORD }
  expect(locationOf(await visitor.post("/update", { ...moved, email: member.email.toUpperCase() }))).toBe("/account")
  expect(locationOf(await visitor.get("/account/delete"))).toBe(confirm("/account/delete"))
  expect(locationOf(await visitor.post("/account/delete", { password: PASSWORD }))).toBe(confirm("/account/delete"))
  expect(locationOf(await visitor.post("/update", moved))).toBe(confirm("/update"))
  expect(await (await visitor.get("/account")).text()).toContain(member.email.toUpperCase())
  await visitor.post(confirm("/update"), { password: PASSWORD, code: app.code() })
  expect(await (await visitor.get("/update")).text()).toContain(`value="${moved.email}"`)
  expect(locationOf(await visitor.post("/update", moved))).toBe("/account")
  expect((await visitor.get("/account/delete")).status).toBe(200)
  expect(locationOf(await visitor.post("/account/delete", { password: PASSWORD }))).toBe("/")

  expect(locationOf(await other.post("/update", { ...moved, email: `moved-${plain.email}` }))).toBe("/account")
  expect(locationOf(await other.post("/account/delete", { password: PASSWORD }))).toBe("/")
})

test("a new password does not make an old code recent again", async () => {
  const { member, app } = await memberWithApp()
  const visitor = server.visitor()
  await login(visitor, member.email)
  await visitor.post(step, { code: app.code() })
  server.clock.advance({ minutes: 16 })
  const [oldPassword, newPassword] = [PASSWORD, "another correct horse"]
  const changed = await visitor.post("/password/update", { oldPassword, newPassword, confirmPassword: newPassword })
  expect(locationOf(changed)).toBe(asked)
  expect(await isSignedIn(visitor)).toBe(false)
  expect(locationOf(await visitor.post(asked, { code: app.code() }))).toBe("/account")
  expect((await visitor.get("/account/security/app/remove")).status).toBe(200)
})

test("sessions survive the removal of factors, and a pending second step ends", async () => {
  const me = await memberWithApp()
  const { member, app } = me
  const [visitor, other, waiting] = [server.visitor(), server.visitor(), server.visitor()]
  for (const browser of [visitor, other]) {
    await login(browser, member.email)
    expect(locationOf(await browser.post(step, { code: app.code() }))).toBe("/account")
    server.clock.advance({ minutes: 1 })
  }
  await login(waiting, member.email)
  const code = app.code()
  expect(locationOf(await visitor.post("/account/security/app/remove", {}))).toBe("/account/security")
  for (const used of [code, app.recoveryCodes[0] ?? ""])
    expect((await waiting.post(step, { code: used })).status).toBe(401)
  expect(await isSignedIn(waiting)).toBe(false)
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, true])
  expect((await other.get("/account/security/app")).status).toBe(200)
  server.clock.advance({ minutes: 16 })
  expect(locationOf(await other.get("/account/security/app"))).toMatch(/^\/account\/confirm/)
  await anApp(server.shop, member)
  expect(locationOf(await login(waiting, member.email))).toBe(asked)
  expect((await other.post("/account/confirm", { password: PASSWORD })).status).toBe(400)
})

/** Lets the shop's owner decide whether devices may be trusted. */
async function allowTrust(trustedDevices: "on" | ""): Promise<void> {
  await changeFactorPolicy(server.shop, await anAdmin(server.shop), { staffFactorsFrom: "", trustedDevices })
}

/** Signs in with the code, and trusts the browser. */
async function trusting({ member, app }: Awaited<ReturnType<typeof memberWithApp>>, visitor = server.visitor()) {
  await login(visitor, member.email)
  const answer = await visitor.post(step, { code: app.code(), trust: "on" })
  server.clock.advance({ minutes: 1 })
  return { visitor, answer, trust: trustOf(visitor) }
}
const trustOf = (visitor: TestBrowser) => /(?:^|; )(counter-trusted=[^;]+)/.exec(visitor.cookie)?.[1] ?? ""
/** The page to which the right password leads with these cookies */
const passwordWith = async (cookie: string, email: string) =>
  locationOf(await server.visitor().post("/login", { email, password: PASSWORD }, { Cookie: cookie }))
const asked = `${step}?redirect=%2Faccount`

test("a device is trusted for thirty days where the owner allows it, and never for actions that need a recent proof", async () => {
  const otherMember = await memberWithApp()
  const me = await memberWithApp()
  const { email } = me.member
  const unasked = await trusting(me)
  expect([unasked.answer.status, unasked.trust]).toEqual([303, ""])
  await allowTrust("on")
  const { visitor, answer, trust } = await trusting(me)
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("counter-trusted="))
  expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax/)
  await login(visitor, email)
  expect(await (await visitor.get("/account")).text()).toMatch(/trusted until.*Forget/s)
  await visitor.post("/logout", {})
  expect(locationOf(await login(visitor, email))).toBe("/account")
  for (const path of [newPasskey, "/account/data", "/account/security/app/remove"])
    expect([path, locationOf(await visitor.get(path))]).toEqual([
      path,
      `/account/confirm?redirect=${encodeURIComponent(path)}`,
    ])
  const confirmed = await visitor.post("/account/confirm", { password: PASSWORD })
  expect([confirmed.status, await confirmed.text()]).toEqual([
    400,
    expect.stringContaining("code of your second factor"),
  ])
  const thief = server.visitor()
  const wrong = await thief.post("/login", { email, password: "wrong horse" }, { Cookie: trust })
  expect([wrong.status, await isSignedIn(thief)]).toEqual([401, false])
  expect(await passwordWith(trust, otherMember.member.email)).toBe(asked)
  expect(await passwordWith("counter-trusted=forged", email)).toBe(asked)
  const call = { email, password: PASSWORD }
  expect((await visitor.json("POST", "/api/v1/login", call)).status).toBe(401)
  server.clock.advance({ minutes: 29 * 24 * 60 })
  expect(await passwordWith(trust, email)).toBe("/account")
  server.clock.advance({ minutes: 25 * 60 })
  expect(await passwordWith(trust, email)).toBe(asked)
  await sweepAccounts(server.shop)
  const { rows } = await server.pool.query("select from trusted_devices where user_id = $1", [me.member.id])
  expect(rows).toEqual([])
  await allowTrust("")
})

test("the cookie of a trusted device opens the back office but is no proof there", async () => {
  const admin = await anAdmin(server.shop)
  const member = requireMember(await findActiveUser(server.shop, admin.id))
  await allowTrust("on")
  const { trust } = await trusting({ member, app: await appInUse(member) })
  const visitor = server.visitor()
  const signIn = await visitor.post("/login", { email: admin.email, password: PASSWORD }, { Cookie: trust })
  expect(locationOf(signIn)).toBe("/account")
  expect((await visitor.get("/admin/orders")).status).toBe(200)
  const { id } = await aMember(server.shop)
  const asks = async (path: string) => [path, locationOf(await visitor.get(path))?.split("?")[0]]
  for (const path of [
    "/admin/orders/export",
    "/admin/users/export",
    `/admin/user/${id}/delete`,
    "/admin/settings/second-factors",
  ])
    expect(await asks(path)).toEqual([path, "/account/confirm"])
  for (const [method, path] of [
    ["GET", "/api/v1/admin/users"],
    ["GET", "/api/v1/admin/orders"],
    ["DELETE", `/api/v1/admin/user/${id}`],
  ] as const)
    expect([path, (await visitor.json(method, path)).status]).toEqual([path, 401])
  await allowTrust("")
})

test("members can forget one trusted device or all, a new password forgets all of its account, and the shop's owner everyone's", async () => {
  const [me, them] = [await memberWithApp(), await memberWithApp()]
  const { email } = me.member
  await allowTrust("on")
  const [first, second, third] = [await trusting(me), await trusting(me), await trusting(me)]
  await third.visitor.post("/logout", {})
  const shared = await trusting(them, third.visitor)
  expect([await passwordWith(third.trust, email), shared.trust]).toEqual([
    asked,
    expect.not.stringMatching(third.trust),
  ])
  const idsOn = async () =>
    (await (await first.visitor.get("/account")).text()).match(/(?<=name="device" value=")\w{24}/g) ?? []
  const ids = await idsOn()
  expect(ids).toHaveLength(2)
  const forget = (browser: TestBrowser, device: string) => browser.post("/account/devices/forget", { device })
  const otherMember = await server.signedIn(await aMember(server.shop))
  for (const device of [ids[0] ?? "", ""]) await forget(otherMember, device)
  expect((await forget(first.visitor, "x")).status).toBe(400)
  expect(await idsOn()).toEqual(ids)
  await forget(first.visitor, ids[0] ?? "")
  expect(await passwordWith(second.trust, email)).toBe(asked)
  expect(await passwordWith(first.trust, email)).toBe("/account")
  await forget(first.visitor, "")
  expect([await idsOn(), await passwordWith(first.trust, email)]).toEqual([[], asked])

  const { trust, visitor } = await trusting(me)
  const passwords = { newPassword: "a new long password", confirmPassword: "a new long password" }
  expect(locationOf(await login(visitor, email))).toBe("/account")
  const changed = await visitor.post("/password/update", { oldPassword: PASSWORD, ...passwords })
  expect(locationOf(changed)).toBe(asked)
  const answer = await server.visitor().post("/login", { email, password: passwords.newPassword }, { Cookie: trust })
  expect(locationOf(answer)).toBe(asked)
  expect(await passwordWith(shared.trust, them.member.email)).toBe("/account")
  for (const allowed of ["", "on", ""] as const) {
    await allowTrust(allowed)
    expect(await passwordWith(shared.trust, them.member.email)).toBe(asked)
  }
})

/** The challenge that the page sends to a passkey, and its signature by this site */
async function challengeOn(visitor: TestBrowser, path: string) {
  const page = await visitor.get(path)
  const [, challenge = ""] = /"challenge",\s*"([\w-]{32})"/.exec((await page.text()).replaceAll("\\", "")) ?? []
  const { origin, hostname } = new URL(server.url)
  return { page, manner: { challenge, origin, rpId: hostname } }
}
const newPasskey = "/account/security/passkeys/new"

test("a passkey is set up, replaces password and code, confirms an identity, and is removed", async () => {
  const member = await aMember(server.shop)
  const visitor = server.visitor()
  await login(visitor, member.email)
  const device = anAuthenticator()
  const { page, manner } = await challengeOn(visitor, newPasskey)
  expect(page.headers.get("Permissions-Policy")).toContain("publickey-credentials-create=(self)")
  expect(page.headers.get("Permissions-Policy")).toContain("publickey-credentials-get=()")
  expect((await visitor.post(newPasskey, { name: "Phone" })).status).toBe(400)
  expect((await visitor.post(newPasskey, { name: "x".repeat(61), credential: "{}" })).status).toBe(400)
  expect((await visitor.post(newPasskey, { name: "Phone", credential: "x".repeat(16_001) })).status).toBe(400)
  const anonymous = await server.visitor().post(newPasskey, { name: "Phone", credential: device.create(manner) })
  expect(locationOf(anonymous)).toMatch(/^\/login\?/)
  const before = secretOf(visitor)
  const again = (await challengeOn(visitor, newPasskey)).manner
  expect(again.challenge).not.toBe(manner.challenge)
  const added = await visitor.post(newPasskey, { name: "Phone", credential: device.create(again) })
  expect(locationOf(added)).toBe("/account/security/recovery-codes")
  expect(secretOf(visitor)).not.toBe(before)
  expect((await (await visitor.get("/account/security/recovery-codes")).text()).match(RECOVERY_CODE)).toHaveLength(10)
  const security = await (await visitor.get("/account/security")).text()
  expect(security).toContain("Phone")
  const rename = /href="(\/account\/security\/passkeys\/\w{24})"/.exec(security)?.[1] ?? ""
  for (const name of ["", " ", "x".repeat(61)]) expect((await visitor.post(rename, { name })).status).toBe(400)
  const someoneElse = await server.signedIn(await aMember(server.shop))
  for (const other of [someoneElse.get(rename), someoneElse.post(rename, { name: "Mine" })])
    expect(locationOf(await other)).toBe("/account/security")
  expect(await (await visitor.get(rename)).text()).toContain('value="Phone"')
  expect(locationOf(await visitor.post(rename, { name: "Old phone" }))).toBe("/account/security")
  const renamed = await (await visitor.get("/account/security")).text()
  expect([renamed.includes("Old phone"), renamed.includes("Mine")]).toEqual([true, false])

  const other = server.visitor()
  expect(locationOf(await login(other, member.email))).toBe(`${step}?redirect=%2Faccount`)
  const asked = await challengeOn(other, "/login/passkey?redirect=%2Forders")
  expect(asked.page.headers.get("Permissions-Policy")).toContain("publickey-credentials-get=(self)")
  expect(asked.page.headers.get("Permissions-Policy")).toContain("publickey-credentials-create=()")
  const credential = device.get(asked.manner)
  expect((await server.visitor().post("/login/passkey", { credential })).status).toBe(400)
  expect((await other.post("/login/passkey", { credential: "{}" })).status).toBe(401)
  expect((await other.post("/login/passkey", { credential })).status).toBe(401)
  const next = device.get((await challengeOn(other, "/login/passkey")).manner)
  expect(locationOf(await other.post("/login/passkey?redirect=%2Forders", { credential: next }))).toBe("/orders")
  expect(await isSignedIn(other)).toBe(true)
  expect(locationOf(await other.get(step))).toMatch(/^\/login\?/)

  server.clock.advance({ minutes: 16 })
  const id = /passkeys\/(\w{24})\/remove/.exec(security)?.[1] ?? ""
  const remove = `/account/security/passkeys/${id}/remove`
  const asking = await other.get(remove)
  expect(locationOf(asking)).toBe(`/account/confirm?redirect=${encodeURIComponent(remove)}`)
  const confirm = device.get((await challengeOn(other, "/login/passkey")).manner)
  expect(locationOf(await other.post(`/login/passkey?redirect=${remove}`, { credential: confirm }))).toBe(remove)
  expect(await (await other.get(remove)).text()).toContain("Your recovery codes will be removed")
  expect(locationOf(await other.post(remove, {}))).toBe("/account/security")
  expect(locationOf(await login(server.visitor(), member.email))).toBe("/account")
})

test("a page that asks for a passkey is loaded as a document, and no other page may ask for one", async () => {
  const visitor = await server.signedIn(await aMember(server.shop))
  server.clock.advance({ minutes: 16 })
  const led = await visitor.post(`/account/confirm.data?redirect=${newPasskey}`, { password: PASSWORD })
  const { value } = await decode(led.body as ReadableStream)
  expect(value).toMatchObject({ redirect: newPasskey, reload: true })
  for (const path of ["/", "/login", "/account", "/account/security", "/login/second-step", "/login/passkeys"])
    expect((await visitor.get(path)).headers.get("Permissions-Policy")).toContain("publickey-credentials-get=()")
})

test("a signed-in member can only confirm with their own passkey", async () => {
  const [ada, alan] = [await aMember(server.shop), await aMember(server.shop)]
  const device = anAuthenticator()
  const theirs = server.visitor()
  await login(theirs, alan.email)
  const setup = await challengeOn(theirs, newPasskey)
  await theirs.post(newPasskey, { name: "Phone", credential: device.create(setup.manner) })
  const visitor = server.visitor()
  await login(visitor, ada.email)
  const { manner } = await challengeOn(visitor, "/login/passkey")
  const refused = await visitor.post("/login/passkey", { credential: device.get(manner) })
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining("belongs to another account")])
})

const mailedTo = async (email: string, kind: string) => {
  const { rows } = await server.pool.query<{ text_body: string }>(
    "select text_body from mails where recipient = $1 and kind = $2 order by created_at desc limit 1",
    [email, kind],
  )
  return rows[0]?.text_body ?? ""
}

test("after a hundred guesses a new device needs a link from the mailbox, a known one does not, and the JSON is refused", async () => {
  const { member, app } = await memberWithApp()
  const known = server.visitor()
  await login(known, member.email)
  await known.post(step, { code: app.code() })
  server.clock.advance({ minutes: 1 })
  const { email } = member
  for (const address of [email, "nobody@shop.example"])
    await server.shop.limits.consume(accountLimits.loginOfAccount, accountKey(address), 100)
  const visitor = server.visitor()
  expect(locationOf(await login(visitor, email))).toBe("/login/link")
  expect(locationOf(await login(server.visitor(), "nobody@shop.example"))).toBe("/login/link")
  expect((await visitor.json("POST", "/api/v1/login", { email, password: PASSWORD })).status).toBe(429)
  expect(locationOf(await login(known, email))).toBe(`${step}?redirect=%2Faccount`)
  expect((await visitor.get("/login/link")).status).toBe(200)
  for (const address of [email, "nobody@shop.example"])
    expect(locationOf(await visitor.post("/login/link", { email: address }))).toBe("/login/link?sent")
  await sendLink(server.shop, "sign-in", "nobody@shop.example")
  await sendLink(server.shop, "sign-in", email)
  const [, path = ""] = /(\/login\/link\/\S+)/.exec(await mailedTo(email, "sign-in-link")) ?? []
  const opened = await visitor.get(path)
  expect([opened.status, locationOf(opened)]).toEqual([303, "/login/by-link"])
  expect(opened.headers.get("Referrer-Policy")).toBe("no-referrer")
  expect(await (await visitor.get("/login/by-link")).text()).toContain(email)
  expect(await isSignedIn(visitor)).toBe(false)
  const copy = server.visitor()
  await copy.get(path)
  const both = await Promise.all([visitor, copy].map((one) => one.post("/login/by-link", {})))
  expect(both.map(({ status }) => status).sort()).toEqual([303, 400])
  const first = both[0]?.status === 303 ? visitor : copy
  expect(await isSignedIn(first)).toBe(false)
  expect((await first.post(step, { code: app.code() })).status).toBe(303)
  expect(await isSignedIn(first)).toBe(true)
  const sessions = await server.pool.query("select factors from sessions where user_id = $1 order by created_at", [
    member.id,
  ])
  expect(sessions.rows.map(({ factors }) => factors)).toEqual([
    ["password", "totp"],
    ["link", "totp"],
  ])
})

test("a sign-in link works for ten minutes, until the password changes, and signs in without a second factor", async () => {
  const member = await aMember(server.shop)
  const open = async () => {
    await sendLink(server.shop, "sign-in", member.email)
    const [, path = ""] = /(\/login\/link\/\S+)/.exec(await mailedTo(member.email, "sign-in-link")) ?? []
    const visitor = server.visitor()
    await visitor.get(path)
    return visitor
  }
  const late = await open()
  server.clock.advance({ minutes: 11 })
  expect((await late.post("/login/by-link", {})).status).toBe(400)
  expect(await (await late.get("/login/by-link")).text()).toContain("This link has expired")
  const revoked = await open()
  await server.shop.transaction((tx) => handlePasswordChanged(tx, member))
  expect((await revoked.post("/login/by-link", {})).status).toBe(400)
  const sentToFormerAddress = await open()
  await server.shop.transaction((tx) =>
    updateNameAndEmail(tx, member.id, { name: member.name, email: `moved-${member.email}` }),
  )
  expect((await sentToFormerAddress.post("/login/by-link", {})).status).toBe(400)
  await server.shop.transaction((tx) => updateNameAndEmail(tx, member.id, member))
  const visitor = await open()
  expect(locationOf(await visitor.post("/login/by-link", {}))).toBe("/account")
  expect(await isSignedIn(visitor)).toBe(true)
  expect((await server.visitor().post("/login/by-link", {})).status).toBe(400)
})

const RECOVERY_CODE = /(?<=<code>)[a-z\d]{4}(?:-[a-z\d]{4}){3}(?=<)/g

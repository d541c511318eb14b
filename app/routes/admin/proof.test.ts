import { afterAll, beforeAll, expect, test } from "vitest"
import { requireMember, requireStaff } from "~/domain/accounts/actor"
import { changeFactorPolicy } from "~/domain/accounts/factors/change-policy.server"
import { removeApp } from "~/domain/accounts/factors/second-factors.server"
import { permissions } from "~/domain/accounts/permission"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, anAdmin, anApp, PASSWORD } from "~/testing/shop/people.server"

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

const locationOf = (answer: Response) => answer.headers.get("Location")
const policy = "/admin/settings/second-factors"
const security = "/account/security"
const today = (days = 0) => new Date(server.shop.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const demandedFrom = (staffFactorsFrom: string) => ({ staffFactorsFrom, trustedDevices: "" })
const memberOf = async ({ id }: { id: string }) => requireMember(await findActiveUser(server.shop, id))
const staffOf = async ({ id }: { id: string }) => requireStaff(await findActiveUser(server.shop, id), permissions)
const mailsTo = async ({ id }: { id: string }, kind: string) => {
  const { rows } = await server.pool.query<{ text_body: string }>(
    "select text_body from mails join mail_people on mail_id = mails.id where user_id = $1 and kind = $2",
    [id, kind],
  )
  return rows.map(({ text_body }) => text_body.replaceAll(/\s+/g, " "))
}

test("deeds that hurt ask again after a quarter of an hour, and what was typed is kept", async () => {
  const admin = await anAdmin(server.shop)
  const { id } = await aMember(server.shop)
  const browser = await server.signedIn(admin)
  const user = `/admin/user/${id}`
  const confirmed = (path: string) => `/account/confirm?redirect=${encodeURIComponent(path)}`
  expect(locationOf(await browser.get("/admin/users/export"))).toBeNull()
  server.clock.advance({ minutes: 16 })
  const gets = ["/admin/users/export?search=x", "/admin/audit/export", `${user}/delete`, policy]
  for (const path of gets) expect(locationOf(await browser.get(path))).toBe(confirmed(path))
  for (const path of ["/admin/products/export", "/admin/taxes/export"])
    expect([path, (await browser.get(path)).status]).toEqual([path, 200])
  const posts = [
    `${user}/delete`,
    `${user}/sessions/end`,
    "/admin/staff/role",
    "/admin/taxes",
    "/admin/taxes/rate",
    policy,
  ]
  for (const path of posts) expect(locationOf(await browser.post(path, {}))).toBe(confirmed(path))
  for (const suffix of [".data", "?_data=routes%2Fadmin%2Fstaff%2Fnew-role"])
    expect((await browser.post(`/admin/staff/role${suffix}`, { name: "Sneaky" })).status).not.toBe(200)

  expect(locationOf(await browser.post("/admin/staff/role", { name: "Night shift" }))).toBe(
    confirmed("/admin/staff/role"),
  )
  expect(await (await browser.get(confirmed("/admin/staff/role"))).text()).toContain("what you typed is kept")
  const before = browser.cookie
  expect(locationOf(await browser.post(confirmed("/admin/staff/role"), { password: PASSWORD }))).toBe(
    "/admin/staff/role",
  )
  const page = await (await browser.get("/admin/staff/role")).text()
  expect(page).toContain('value="Night shift"')
  expect(page).toContain("You had to confirm that it is you before this was saved")
  expect(locationOf(await browser.post("/admin/staff/role", { name: "Night shift" }))).toBe("/admin/staff")
  expect(locationOf(await server.visitor().get(user, { Cookie: before }))).toMatch(/^\/login/)
})

test("the JSON asks accounts with a second factor alone for a recent proof", async () => {
  const [plain, admin] = [await anAdmin(server.shop), await anAdmin(server.shop)]
  const app = await anApp(server.shop, await memberOf(admin))
  server.clock.advance({ minutes: 1 })
  const [byPassword, byCode] = [server.visitor(), server.visitor()]
  const login = { email: admin.email, password: PASSWORD }
  await byPassword.json("POST", "/api/v1/login", { ...login, email: plain.email })
  await byCode.json("POST", "/api/v1/login", { ...login, code: app.code() })
  const remove = async (client: typeof byCode) => {
    const { id } = await aMember(server.shop)
    return client.json("DELETE", `/api/v1/admin/user/${id}`)
  }
  expect((await remove(byCode)).status).toBe(200)
  server.clock.advance({ minutes: 16 })
  expect((await remove(byPassword)).status).toBe(200)
  const refused = await remove(byCode)
  expect([refused.status, await refused.json()]).toMatchObject([401, { message: "Please sign in again to do this" }])
  expect((await byCode.json("GET", "/api/v1/admin/users")).status).toBe(200)
})

test("from its day on the policy lets staff without a factor do nothing but set one up", async () => {
  const [admin, other, shopper] = [await anAdmin(server.shop), await anAdmin(server.shop), await aMember(server.shop)]
  const refused = await (await server.signedIn(admin)).post(policy, { staffFactorsFrom: today(3) })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("of your own first")])
  await anApp(server.shop, await memberOf(admin))
  const owner = await server.signedIn(admin)
  const asking = await owner.post(policy, { staffFactorsFrom: today(3) })
  expect(locationOf(asking)).toBe(`/account/confirm?redirect=${encodeURIComponent(policy)}`)
  await changeFactorPolicy(server.shop, await staffOf(admin), demandedFrom(today(3)))
  expect(await mailsTo(other, "factor-demanded")).toEqual([expect.stringContaining(`From ${today(3)} on, everybody`)])
  expect(await mailsTo(admin, "factor-demanded")).toEqual([])
  expect(await mailsTo(shopper, "factor-demanded")).toEqual([])
  const browser = await server.signedIn(other)
  expect(await (await browser.get("/admin/dashboard")).text()).toContain("You will need a second factor")

  await changeFactorPolicy(server.shop, await staffOf(admin), demandedFrom(today()))
  for (const path of [
    "/admin/dashboard",
    "/admin/orders",
    "/admin/users/export",
    "/account",
    "/orders",
    "/update",
    "/shipping",
  ]) {
    expect([path, locationOf(await browser.get(path))]).toEqual([path, security])
    for (const shape of [".data", "?_data=root"]) {
      const text = await (await browser.get(path + shape)).text()
      expect([path, shape, text.includes(other.email) || text.includes("Total income")]).toEqual([path, shape, false])
    }
  }
  for (const path of ["/admin/staff/role", "/update", `/admin/user/${shopper.id}/delete`])
    expect(locationOf(await browser.post(path, { name: "x" }))).toBe(security)
  for (const [method, path] of [
    ["GET", "me"],
    ["GET", "admin/users"],
    ["DELETE", `admin/user/${shopper.id}`],
  ] as const) {
    const answer = await browser.json(method, `/api/v1/${path}`)
    expect([path, answer.status]).toEqual([path, 403])
    expect(await answer.json()).toEqual({
      success: false,
      status: "error",
      message: expect.stringContaining("needs a second factor"),
    })
  }
  expect((await browser.get("/")).status).toBe(200)
  expect((await (await server.signedIn(shopper)).get("/account")).status).toBe(200)
  const page = await (await browser.get(security)).text()
  expect(page).toContain("Please set up a second factor")
  for (const path of [`${security}/app`, `${security}/passkeys/new`]) expect((await browser.get(path)).status).toBe(200)
  await anApp(server.shop, await memberOf(other))
  expect((await browser.get("/admin/dashboard")).status).toBe(200)
})

test("nobody who works here removes their last factor while the policy demands one, also when both happen at once", async () => {
  const admin = await anAdmin(server.shop)
  const [staff, member] = [await staffOf(admin), await memberOf(admin)]
  await changeFactorPolicy(server.shop, staff, demandedFrom(""))
  for (let tries = 0; tries < 5; tries++) {
    await anApp(server.shop, member)
    const [set, removed] = await Promise.allSettled([
      changeFactorPolicy(server.shop, staff, demandedFrom(today())),
      removeApp(server.shop, member),
    ])
    expect([set.status, removed.status].sort()).toEqual(["fulfilled", "rejected"])
    await changeFactorPolicy(server.shop, staff, demandedFrom(""))
    if (set.status === "fulfilled") await removeApp(server.shop, member)
  }
})

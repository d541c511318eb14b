import type { ServerBuild } from "@remix-run/node"
import { afterAll, beforeAll, expect, test } from "vitest"
import { requireMember, requireStaff } from "~/domain/accounts/actor"
import { permissions } from "~/domain/accounts/permission"
import { editProfile, updateProfile } from "~/domain/accounts/profile.server"
import { type ProvenVerb, provenVerbs } from "~/domain/accounts/proof"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { exportMessages, startCustomerImport } from "~/domain/customers/import/customer-imports.server"
import { previewCustomers } from "~/domain/customers/import/preview-import.server"
import { startUndo } from "~/domain/customers/import/undo-import.server"
import { startInvitations, stopInvitations } from "~/domain/customers/invitations.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { exportRows, noteExport } from "~/domain/export/export-rows.server"
import { openOwnFile } from "~/domain/export/own-data.server"
import { confirmApp, openAppSetup } from "~/domain/factors/authenticator-app.server"
import { changeFactorPolicy } from "~/domain/factors/change-policy.server"
import { addPasskey, openPasskeySetup } from "~/domain/factors/passkeys/add-passkey.server"
import { renewRecoveryCodes } from "~/domain/factors/recovery-codes.server"
import { removeApp, removePasskey, renamePasskey } from "~/domain/factors/second-factors.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { findOrder, listAllOrders } from "~/domain/orders/orders.server"
import { changeWaysToPay } from "~/domain/payouts/ways-to-pay.server"
import { proveLargeRefund } from "~/domain/refunds/large-refund.server"
import { receiveReturn } from "~/domain/returns/process-return.server"
import { requestReturn } from "~/domain/returns/request-return.server"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { acceptInvitation } from "~/domain/staff/accept-invitation.server"
import { inviteStaff, renewInvitation, revokeInvitation } from "~/domain/staff/invitations.server"
import { removeStaffMember } from "~/domain/staff/remove-staff-member.server"
import { deleteRole, saveRole } from "~/domain/staff/roles.server"
import { assignRole } from "~/domain/staff/staff.server"
import { signOutUser } from "~/domain/staff/users/sign-out-user.server"
import { listAllUsers, softDeleteUser, updateUser } from "~/domain/staff/users/users.server"
import { importRates } from "~/domain/taxes/import-rates.server"
import { savePrices, undoTaxes } from "~/domain/taxes/save-prices.server"
import { deleteRate, saveRate } from "~/domain/taxes/save-taxes.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { signInEmployee } from "~/testing/pages/back-office-screens.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { testBuild } from "~/testing/processes/test-build.server"
import { addFailedRefund } from "~/testing/shop/failed-refund.server"
import { aMember, anAdmin, anApp, PASSWORD } from "~/testing/shop/people.server"
import { buy, shelve, signUp } from "~/testing/shop/test-orders.server"

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

test("sensitive actions ask for proof again after a quarter of an hour, and keep the entries", async () => {
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
  expect(await (await browser.get(confirmed("/admin/staff/role"))).text()).toContain("your input is saved")
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

/** Ids of missing records */
const ID = "66aabbccddeeff0011223344"

/** Entry points that ask before anything is shown or read. The action itself checks again for every caller. */
const doors: Record<ProvenVerb, string> = {
  "refund.large": `
    GET admin/order/:id/refund/confirm
    GET admin/payouts/file
    POST admin/payouts/file
    GET admin/payouts/file/:id/download
    POST admin/payout/:id
    GET admin/settings/ways-to-pay
    POST admin/settings/ways-to-pay`,
  "staff.appoint": `
    POST admin/staff
    POST admin/staff/:id
    POST admin/staff/:id/end
    POST admin/staff/invitation/:id
    GET admin/staff/invitation/:id/revoke
    POST admin/staff/invitation/:id/revoke`,
  "roles.edit": `
    POST admin/staff/role
    POST admin/staff/role/:id
    POST admin/staff/role/:id/delete`,
  "invitation.accept": "POST invitation/accept",
  "policy.change": `
    GET admin/settings/second-factors
    POST admin/settings/second-factors`,
  "factors.change": `
    GET account/security/app
    POST account/security/app
    GET account/security/app/remove
    POST account/security/app/remove
    GET account/security/passkeys/new
    POST account/security/passkeys/new
    GET account/security/passkeys/:id
    POST account/security/passkeys/:id
    GET account/security/passkeys/:id/remove
    POST account/security/passkeys/:id/remove
    GET account/security/recovery-codes
    POST account/security/recovery-codes`,
  "people.export": `
    GET admin/orders/export
    GET admin/invoices/export
    GET admin/returns/export
    GET admin/payouts/export
    GET admin/users/export
    GET admin/reviews/export
    GET admin/discounts/export
    GET admin/audit/export`,
  "own-data.export": `
    GET account/data
    GET account/data/:file`,
  "taxes.change": `
    POST admin/taxes
    POST admin/taxes/rate
    POST admin/taxes/rate/delete
    POST admin/taxes/undo
    POST admin/taxes/import`,
  "people.import": `
    POST admin/users/import
    POST admin/users/import/:id
    GET admin/users/import/:id/messages
    POST admin/users/import/:id/undo
    POST admin/users/invitations
    POST admin/users/invitations/stop`,
  "customers.change": `
    POST admin/user/:id
    POST admin/user/:id/sessions/end
    GET admin/user/:id/delete
    POST admin/user/:id/delete`,
  "account.close": `
    GET account/delete
    POST account/delete`,
  "protected-email.change": "",
  "email.change": "",
}
const verbs = Object.keys(provenVerbs) as ProvenVerb[]
const linesOf = (lines: string) => lines.trim().split(/\n\s*/).filter(Boolean)
const entries = verbs.flatMap((verb) => linesOf(doors[verb]).map((way) => ({ verb, way })))

type Door = ServerBuild["routes"][string]["module"]["loader"] & { proof?: ProvenVerb }

test("every entry point to an action that needs a proof is declared, asks when the proof is old, and not when it is recent", async () => {
  const { routes } = await testBuild()
  const declared = Object.values(routes).flatMap((route) => {
    const { loader, action } = (route?.module ?? {}) as { loader?: Door; action?: Door }
    const of = (method: string, verb?: ProvenVerb) => (verb ? [`${verb}: ${method} ${route?.path}`] : [])
    return [...of("GET", loader?.proof), ...of("POST", action?.proof)]
  })
  // Requests chosen by their parameters are tested below.
  const own = entries.filter(({ way }) => !/admin\/\w+\/export|admin\/user\/:id\/delete/.test(way))
  expect(declared.sort()).toEqual(own.map(({ verb, way }) => `${verb}: ${way}`).sort())
  const account = await anAdmin(server.shop)
  const browser = await server.signedIn(account)
  const ask = async (way: string) => {
    const [method, path = ""] = way.split(" ")
    const address = `/${path.replace(":id", ID).replace(":file", "profile.csv")}`
    return locationOf(await (method === "GET" ? browser.get(address) : browser.post(address, {}))) ?? ""
  }
  const asking = expect.stringMatching(/^\/account\/confirm\?redirect=/)
  for (const { verb, way } of entries)
    expect([verb, way, await ask(way)]).toEqual([verb, way, expect.not.stringContaining("/confirm?")])
  server.clock.advance({ minutes: 16 })
  for (const { verb, way } of entries)
    expect([verb, way, await ask(way)]).toEqual([
      verb,
      way,
      provenVerbs[verb].pages === "all" ? asking : expect.not.stringContaining("/confirm?"),
    ])
  // The session of a trusted device, however recent, is only proven by the password.
  await anApp(server.shop, await memberOf(account))
  const trusted = await server.signedIn(account)
  for (const path of ["/admin/users/export", "/account/delete", "/account/data"])
    expect([path, locationOf(await trusted.get(path))]).toEqual([path, asking])
  expect(locationOf(await trusted.post("/admin/staff", {}))).toEqual(asking)
})

/** A function for each action, with example arguments */
const calls = (shop: Shop, staff: never): Record<ProvenVerb, (() => unknown)[]> => ({
  "refund.large": [
    () => shop.transaction((tx) => proveLargeRefund(tx, staff, { amount: 50_001 })),
    () => changeWaysToPay(shop, staff, {} as never),
  ],
  "staff.appoint": [
    () => inviteStaff(shop, staff, { email: "new@staff.test", role: ID }),
    () => renewInvitation(shop, staff, ID),
    () => revokeInvitation(shop, staff, ID),
    () => assignRole(shop, staff, ID, ID),
    () => removeStaffMember(shop, staff, ID),
  ],
  "roles.edit": [() => saveRole(shop, staff, null, {} as never), () => deleteRole(shop, staff, ID)],
  "invitation.accept": [() => acceptInvitation(shop, staff, "token", null)],
  "policy.change": [() => changeFactorPolicy(shop, staff, demandedFrom(today()))],
  "factors.change": [
    () => openAppSetup(shop, staff),
    () => confirmApp(shop, staff, { setup: "", code: "" }),
    () => removeApp(shop, staff),
    () => removePasskey(shop, staff, ID),
    () => renamePasskey(shop, staff, ID, "Mine"),
    () => openPasskeySetup(shop, staff, "192.0.2.1"),
    () => addPasskey(shop, staff, "", {} as never),
    () => renewRecoveryCodes(shop, staff),
  ],
  "people.export": [
    () => listAllUsers(shop, staff),
    () => listAllOrders(shop, staff),
    () => noteExport(shop, staff, { list: "orders", rows: 0, filter: {} }),
    () => exportRows(shop, staff, "orders", []),
  ],
  "people.import": [
    () => previewCustomers(shop, staff, new File([], "customers.csv")),
    () => startCustomerImport(shop, staff, ID),
    () => exportMessages(shop, staff, ID).next(),
    () => startUndo(shop, staff, ID),
    () => startInvitations(shop, staff),
    () => stopInvitations(shop, staff),
  ],
  "own-data.export": [() => openOwnFile(shop, staff, "profile.csv")],
  "taxes.change": [
    () => savePrices(shop, staff, {} as never),
    () => undoTaxes(shop, staff, 1),
    () => saveRate(shop, staff, null, {} as never),
    () => deleteRate(shop, staff, ""),
    () => importRates(shop, staff, {} as never),
  ],
  "customers.change": [
    () => updateUser(shop, staff, ID, { name: "Other", email: "other@buyers.test" }),
    () => softDeleteUser(shop, staff, ID),
    () => signOutUser(shop, staff, ID),
  ],
  "protected-email.change": [
    async () => updateUser(shop, staff, await withApp(shop), { name: "Other", email: "other@buyers.test" }),
  ],
  "account.close": [() => closeAccount(shop, staff, PASSWORD)],
  "email.change": [
    () => updateProfile(shop, staff, { name: "Other", email: "other@buyers.test" }),
    () => editProfile(shop, staff, { name: "Other", email: "other@buyers.test", password: PASSWORD }),
  ],
})

async function withApp(shop: Shop): Promise<string> {
  const member = await aMember(shop)
  await anApp(shop, member)
  return member.id
}

test.each([
  { by: "a page of an account without a second factor", hasSecondFactor: false, isCall: undefined, asks: "pages" },
  { by: "a page of an account with one", hasSecondFactor: true, isCall: undefined, asks: "pages" },
  { by: "a call of an account without one", hasSecondFactor: false, isCall: true, asks: "calls" },
  { by: "a call of an account with one", hasSecondFactor: true, isCall: true, asks: "calls" },
] as const)(
  "the action itself asks $by, so that no entry point can forget it",
  async ({ hasSecondFactor, isCall, asks }) => {
    const { shop } = server
    const account = await anAdmin(shop)
    const strong = ["password", "totp"] as const
    const proof = { at: new Date(shop.now().getTime() - 16 * 60_000), factors: strong, hasSecondFactor, isCall }
    const kindOf = async (call: () => unknown) => {
      const refusal = await Promise.resolve()
        .then(call)
        .then(
          () => null,
          (error: unknown) => error,
        )
      return refusal instanceof ShopError ? refusal.kind : null
    }
    const old = { ...(await staffOf(account)), proof } as never
    for (const [verb, functions] of Object.entries(calls(shop, old))) {
      const asked = provenVerbs[verb as ProvenVerb][asks]
      if (asked === "second-factor" && !hasSecondFactor) continue
      for (const [index, call] of functions.entries())
        expect([verb, index, await kindOf(call)]).toEqual([verb, index, "staleProof"])
    }
    const fresh = { ...(await staffOf(account)), proof: { ...proof, at: shop.now() } } as never
    expect(await kindOf(() => listAllUsers(shop, fresh))).toBeNull()
    const byPassword = {
      ...(await staffOf(account)),
      proof: { ...proof, at: shop.now(), factors: ["password"] },
    } as never
    expect(await kindOf(() => listAllUsers(shop, byPassword))).toBe(hasSecondFactor ? "staleProof" : null)
  },
)

test("a large refund in parts counts as a large refund, for one order or within a day, also concurrently", async () => {
  const { shop } = server
  const [admin, other, ada] = [await anAdmin(shop), await anAdmin(shop), await signUp(shop, "parts@buyers.test")]
  const dear = await shelve(shop, admin, { price: 60_000 })
  const [one, two, three] = [await buy(shop, ada, dear), await buy(shop, ada, dear), await buy(shop, ada, dear)]
  const [browser, second] = [await server.signedIn(admin), await server.signedIn(other)]
  server.clock.advance({ minutes: 16 })
  const pathOf = (order: string) => `/admin/order/${order}/refund`
  const refund = async (by: TestBrowser, order: string, fields: object) =>
    locationOf(await by.post(pathOf(order), { amount: "300.00", reason: "A scratch", ...fields }))
  const asking = (order: string) => `/account/confirm?redirect=${encodeURIComponent(pathOf(order))}`
  expect(await refund(browser, one, { snapshot: 0 })).toBe(`/admin/order/${one}`)
  expect(await refund(browser, one, { refunded: 30_000 })).toMatch(/refund\/confirm\?/)
  expect(await refund(browser, one, { refunded: 30_000, confirmed: "30000" })).toBe(asking(one))
  expect(await refund(browser, two, { snapshot: 0 })).toBe(asking(two))
  expect(locationOf(await browser.post(`/admin/order/${two}/cancel`, { reason: "Sold out" }))).toMatch(/confirm\?/)
  const both = await Promise.all([two, three].map((order) => refund(second, order, { snapshot: 0 })))
  expect(both.map((location) => location?.replace(/\?.*/, "").replace(/\w{24}$/, ":id")).sort()).toEqual([
    "/account/confirm",
    "/admin/order/:id",
  ])
  const sums = await shop.db.selectFrom("refunds").select("amount").where("requested_by", "in", [admin.id, other.id])
  expect(await sums.execute()).toEqual([{ amount: 30_000 }, { amount: 30_000 }])
  server.clock.advance({ hours: 25 })
})

test("large refunds ask when the proof is old, and keep the entries; small ones do not", async () => {
  const { shop } = server
  const [admin, ada] = [await anAdmin(shop), await signUp(shop, "ada@buyers.test")]
  const [dear, cheap] = [await shelve(shop, admin, { price: 60_000 }), await shelve(shop, admin, { price: 1_000 })]
  const browser = await server.signedIn(admin)
  const confirm = async (path: string) => {
    const asking = `/account/confirm?redirect=${encodeURIComponent(path)}`
    expect(locationOf(await browser.post(asking, { password: PASSWORD }))).toBe(path)
  }
  const received = async (product: string) => {
    const order = await buy(shop, ada, product)
    await advanceOrder(shop, admin, order, "Shipped")
    const [line] = (await findOrder(shop, ada, order)).lines
    const units = [{ line: line?.id ?? "", quantity: 1 }]
    await shop.transaction((tx) => requestReturn(tx, ada, order, { units, reason: "Other", details: "", available: 1 }))
    const { id } = await shop.db
      .selectFrom("returns")
      .select("id")
      .where("order_id", "=", order)
      .executeTakeFirstOrThrow()
    await receiveReturn(shop, admin, id)
    return {
      path: `/admin/return/${id}/refund`,
      of: { "units[0].line": line?.id ?? "", "units[0].restocked": 1, snapshot: 0 },
    }
  }
  const [much, little] = [await received(dear), await received(cheap)]
  const [large, small] = [await buy(shop, ada, dear), await buy(shop, ada, cheap)]
  const refunded = await buy(shop, ada, dear)
  server.clock.advance({ minutes: 16 })
  const cancel = (order: string) => [`/admin/order/${order}/cancel`, { reason: "Sold out" }] as const
  const giveBack = ({ path, of }: typeof much, goods: string) => [path, { ...of, goods, shipping: "0" }] as const
  for (const [path, fields] of [cancel(small), giveBack(little, "10.00")])
    expect(locationOf(await browser.post(path, fields))).toBe(path.replace(/\/\w+$/, ""))
  const [dearRefund, cheapRefund] = [await addFailedRefund(shop, 60_000), await addFailedRefund(shop, 1_000)].map(
    (incident) => {
      return `/admin/attention/refund/${incident}`
    },
  )
  expect(locationOf(await browser.post(cheapRefund ?? "", {}))).toBe("/admin/attention")
  const refund = `/admin/order/${refunded}/refund`
  const typed = { amount: "550.00", reason: "A scratch", snapshot: 0 }
  const asked = locationOf(await browser.post(refund, typed)) ?? ""
  expect(asked).toMatch(/refund\/confirm\?/)
  expect(locationOf(await browser.get(asked))).toMatch(/^\/account\/confirm\?/)
  const protectedForms = [
    [...cancel(large), "Sold out"],
    [...giveBack(much, "599.00"), "599.00"],
    [refund, { ...typed, confirmed: "55000" }, "A scratch"],
  ] as const
  for (const [path, fields, kept] of protectedForms) {
    expect(locationOf(await browser.post(path, fields))).toBe(`/account/confirm?redirect=${encodeURIComponent(path)}`)
    await confirm(path)
    const page = await (await browser.get(path)).text()
    expect(page).toContain(kept)
    expect(page).toContain("You had to confirm that it is you before this was saved")
    expect(locationOf(await browser.post(path, fields))).toBe(path.replace(/\/\w+$/, ""))
    server.clock.advance({ minutes: 16 })
  }
  const again = dearRefund ?? ""
  expect(locationOf(await browser.post(again, {}))).toBe(`/account/confirm?redirect=${encodeURIComponent(again)}`)
  await confirm(again)
  expect(await (await browser.get(again)).text()).toMatch(/Refund \$600\.00 again\?.*<form method="post"/s)
  expect(locationOf(await browser.post(again, {}))).toBe("/admin/attention")
  const sums = await shop.db.selectFrom("refunds").select("amount").where("requested_by", "=", admin.id).execute()
  expect(
    sums
      .map(({ amount }) => amount)
      .sort((a, b) => b - a)
      .slice(0, 3),
  ).toEqual([expect.any(Number), 59_900, 55_000])
})

test("staff who may edit records but not list them are led to the dashboard afterwards", async () => {
  const editor = await signInEmployee(server, ["products.edit"])
  const product = await shelve(server.shop, await anAdmin(server.shop))
  const done = [
    await editor.post(`/admin/product/${product}/delete?back=%2Fadmin%2Fproducts`, {}),
    await editor.post("/admin/category", { name: "Gardens" }),
  ]
  expect(done.map(locationOf)).toEqual(["/admin/dashboard", "/admin/dashboard"])
})

test("the JSON asks only accounts with a second factor for a recent proof, and all accounts before an email change", async () => {
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
  for (const path of ["/api/v1/admin/users", "/api/v1/admin/orders"])
    for (const [client, status] of [
      [byPassword, 200],
      [byCode, 401],
    ] as const)
      expect([path, (await client.json("GET", path)).status]).toEqual([path, status])
  const rename = (client: typeof byCode, { name, email }: { name: string; email: string }) =>
    client.json("PUT", "/api/v1/me/update", { name, email })
  expect((await rename(byCode, { name: "Grace", email: admin.email })).status).toBe(200)
  expect((await rename(byCode, { name: "Grace", email: `moved-${admin.email}` })).status).toBe(401)
  const moved = { name: "Alan", email: `moved-${plain.email}` }
  const tooLate = await rename(byPassword, moved)
  expect([tooLate.status, await tooLate.json()]).toMatchObject([401, { message: "Please sign in again to do this" }])
  expect((await rename(byPassword, { name: "Alan", email: plain.email })).status).toBe(200)
  await byPassword.json("POST", "/api/v1/login", { ...login, email: plain.email })
  expect((await rename(byPassword, moved)).status).toBe(200)
  expect(await mailsTo(plain, "email-changed")).toEqual([expect.stringContaining("/email/undo/")])
})

test("from its start the policy lets staff without a factor do nothing but set one up", async () => {
  const [admin, other, shopper] = [await anAdmin(server.shop), await anAdmin(server.shop), await aMember(server.shop)]
  const refused = await (await server.signedIn(admin)).post(policy, { staffFactorsFrom: today(3) })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("of your own first")])
  await anApp(server.shop, await memberOf(admin))
  const owner = await server.signedIn(admin)
  const asking = await owner.post(policy, { staffFactorsFrom: today(3) })
  expect(locationOf(asking)).toBe(`/account/confirm?redirect=${encodeURIComponent(policy)}`)
  await changeFactorPolicy(server.shop, await staffOf(admin), demandedFrom(today(3)))
  expect(await mailsTo(other, "factor-demanded")).toEqual([expect.stringContaining(`From ${today(3)}, everyone`)])
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
      message: expect.stringContaining("need a second factor"),
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

test("staff cannot remove their last factor while the policy requires one, even concurrently", async () => {
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

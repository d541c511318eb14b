import { afterAll, beforeAll, expect, test } from "vitest"
import { requireMember, requireStaff, type Staff } from "~/domain/accounts/actor"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { acceptInvitation } from "~/domain/staff/accept-invitation.server"
import { INVITATION_DAYS } from "~/domain/staff/invitation"
import {
  inviteStaff,
  listInvitations,
  renewInvitation,
  revokeInvitation,
  sweepInvitations,
} from "~/domain/staff/invitations.server"
import { removeStaffMember } from "~/domain/staff/remove-staff-member.server"
import { RoleForm } from "~/domain/staff/role-form"
import { deleteRole, saveRole } from "~/domain/staff/roles.server"
import { assignRole } from "~/domain/staff/staff.server"
import { softDeleteUser } from "~/domain/staff/users/users.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { aMember, anAdmin, anApp, anEmployee, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"

const PACKING = "000000000000000000000004"

let server: TestServer
let owner: Staff
beforeAll(async () => {
  server = await openTestServer()
  owner = await anAdmin(server.shop, { name: "Olive Owner" })
})
afterAll(() => server.close())

let people = 0
const newEmail = () => `invited${++people}@shop.test`

/** The path of the newest link that was mailed to this address */
async function mailedPath(email: string): Promise<string> {
  const { text_body } = await server.shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("kind", "=", "invitation")
    .where("recipient", "=", email)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow()
  return new URL(/http\S+invitation\S+/.exec(text_body)?.[0] ?? "").pathname
}

async function invited(
  email = newEmail(),
  { by = owner, role = PACKING }: { by?: Staff<"staff.appoint">; role?: string } = {},
) {
  await inviteStaff(server.shop, by, { email, role })
  const path = await mailedPath(email)
  return { email, path, token: path.split("/").at(-1) ?? "", id: await idOf(email) }
}

const idOf = async (email: string) =>
  (await listInvitations(server.shop, owner)).find((invitation) => invitation.email === email)?.id ?? ""

async function roleOf(email: string): Promise<string | undefined> {
  const user = await server.shop.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
  return (user && (await findActiveUser(server.shop, user.id)))?.staffRole?.name
}

async function opened(path: string, browser: TestBrowser = server.visitor()): Promise<TestBrowser> {
  const answer = await browser.get(path)
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/invitation/register"])
  // Browsers send it with data requests to /invitation/register.data as well.
  expect(answer.headers.getSetCookie().join()).toMatch(/counter-invitation=.*Path=\/invitation;/)
  return browser
}

const ENDED = "This invitation has ended"
const newcomer = { name: "Nina New", password: "a rather long password" }

test("a new colleague follows the link, which leaves the address bar, and starts with a name and a password", async () => {
  const { email, path, token } = await invited()
  const browser = await opened(path)
  const page = await browser.get("/invitation/register")
  expect([page.headers.get("Referrer-Policy"), page.headers.get("Cache-Control")]).toEqual(["no-referrer", "no-store"])
  const text = await page.text()
  expect(text).toContain(`Olive Owner invites ${email} to work here as Packing.`)
  expect(text).not.toContain(token)
  expect((await browser.post("/invitation/register", { ...newcomer, password: "short" })).status).toBe(400)
  const accepted = await browser.post("/invitation/register", newcomer)
  expect([accepted.status, accepted.headers.get("Location")]).toEqual([303, "/admin"])
  expect((await browser.get("/admin/orders")).status).toBe(200)
  expect((await browser.get("/admin/products")).status).toBe(200)
  expect((await browser.get("/admin/users")).status).toBe(403)
  expect(await roleOf(email)).toBe("Packing")
  const again = await opened(path)
  expect(await (await again.get("/invitation/register")).text()).toContain(ENDED)
  expect((await again.post("/invitation/register", newcomer)).status).toBe(400)
  const stored = await server.shop.db.selectFrom("staff_invitations").selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
})

test("an existing customer signs in with their own password and factor, and their other devices are signed out", async () => {
  const member = await aMember(server.shop, { email: newEmail() })
  const elsewhere = await aSession(server.shop, member)
  const app = await anApp(server.shop, member)
  const browser = await opened((await invited(member.email)).path)
  const login = await browser.get("/invitation/accept")
  expect(login.headers.get("Location")).toBe("/login?redirect=%2Finvitation%2Faccept")
  const target = login.headers.get("Location") ?? ""
  const first = await browser.post(target, { email: member.email, password: PASSWORD })
  expect(first.headers.get("Location")).toContain("/login/second-step")
  expect((await browser.post("/invitation/accept", {})).headers.get("Location")).toContain("/login")
  const second = await browser.post(first.headers.get("Location") ?? "", { code: app.code(1) })
  expect(second.headers.get("Location")).toBe("/invitation/accept")
  expect(await (await browser.get("/invitation/accept")).text()).toContain(
    "You will be signed out on all other devices",
  )
  expect(await roleOf(member.email)).toBeUndefined()
  expect((await browser.post("/invitation/accept", {})).headers.get("Location")).toBe("/admin")
  expect(await roleOf(member.email)).toBe("Packing")
  expect((await browser.get("/admin/dashboard")).status).toBe(200)
  expect(await signedInUserId(server.shop, elsewhere)).toBeNull()
})

test("neither the form nor the page reveals whether an address has an account", async () => {
  const inviter = await server.signedIn(owner)
  const member = await aMember(server.shop, { email: newEmail() })
  const shown: string[] = []
  for (const email of [member.email, newEmail()]) {
    const answer = await inviter.post("/admin/staff", { email, role: PACKING })
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/staff"])
    const page = await (await (await opened(await mailedPath(email))).get("/invitation/register")).text()
    shown.push(page.replaceAll(email, "…").replaceAll(/nonce="[^"]*"|requestId":"\w+/g, ""))
  }
  expect(shown[0]?.match(/<main.*<\/main>/s)?.[0]).toBe(shown[1]?.match(/<main.*<\/main>/s)?.[0])
  const browser = await opened(await mailedPath(member.email))
  const taken = await browser.post("/invitation/register", newcomer)
  expect([taken.status, await roleOf(member.email)]).toEqual([400, undefined])
  expect(await taken.text()).toContain("please sign in with its password to accept")
})

test("a forwarded link is refused to someone signed in as another person, or with an old proof", async () => {
  const { path, email } = await invited()
  const eve = await aMember(server.shop, { email: newEmail() })
  const browser = server.visitor()
  await browser.post("/login", { email: eve.email, password: PASSWORD })
  await opened(path, browser)
  expect((await browser.get("/invitation/register")).headers.get("Location")).toBe("/invitation/accept")
  expect(await (await browser.get("/invitation/accept")).text()).toContain("This invitation is for someone else")
  const refused = await browser.post("/invitation/accept", {})
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain(`This invitation is for ${email}.`)
  expect((await browser.post("/invitation/register", newcomer)).headers.get("Location")).toBe("/invitation/accept")
  expect(await roleOf(email)).toBeUndefined()
  expect(await roleOf(eve.email)).toBeUndefined()
  const own = await aMember(server.shop, { email })
  const old = await server.signedIn(own)
  await opened(path, old)
  server.clock.advance({ hours: 1 })
  const stale = await old.post("/invitation/accept", {})
  expect(stale.headers.get("Location")).toBe("/account/confirm?redirect=%2Finvitation%2Faccept")
})

test("open invitations are listed, renewed with another link, revoked, and expire after a week", async () => {
  const { shop } = server
  const browser = await server.signedIn(owner)
  const { email, path, id } = await invited()
  expect(await (await browser.get("/admin/staff")).text()).toContain(email)
  expect((await browser.post("/admin/staff", { email: email.toUpperCase(), role: PACKING })).status).toBe(400)
  expect((await browser.post("/admin/staff", { email: owner.email, role: PACKING })).status).toBe(400)
  const deletedRole = await browser.post("/admin/staff", { email: "typed@shop.test", role: "f".repeat(24) })
  expect([deletedRole.status, (await deletedRole.text()).includes("typed@shop.test")]).toEqual([400, true])
  server.clock.advance({ minutes: 1 })
  await browser.post(`/admin/staff/invitation/${id}`, {})
  const second = await mailedPath(email)
  expect(await (await (await opened(path)).get("/invitation/register")).text()).toContain(ENDED)
  expect((await (await opened(second)).get("/invitation/register")).status).toBe(200)
  server.clock.advance({ days: INVITATION_DAYS })
  expect(await (await (await opened(second)).get("/invitation/register")).text()).toContain(ENDED)
  const later = await server.signedIn(owner)
  expect(await (await later.get("/admin/staff")).text()).toContain("Expired")
  await renewInvitation(shop, owner, id)
  const third = await opened(await mailedPath(email))
  expect((await third.get("/invitation/register")).status).toBe(200)
  await later.post(`/admin/staff/invitation/${id}/revoke`, {})
  expect((await third.post("/invitation/register", newcomer)).status).toBe(400)
  await expect(renewInvitation(shop, owner, id)).rejects.toMatchObject({ kind: "notFound" })
  await invited(email)
  server.clock.advance({ days: INVITATION_DAYS + 31 })
  await sweepInvitations(shop)
  expect(await idOf(email)).toBe("")
})

test("no one can offer more than they have, and an invitation ends with the permission behind it", async () => {
  const { shop } = server
  const fields = RoleForm.parse({ name: "Appointer", permissions: ["staff.appoint", "orders.see"] })
  const appointer = await saveRole(shop, owner, null, fields)
  const seer = await saveRole(shop, owner, null, RoleForm.parse({ name: "Seer", permissions: ["orders.see"] }))
  const boss = requireStaff(await anEmployee(shop, appointer), ["staff.appoint"])
  const refused = { kind: "forbidden" }
  await expect(inviteStaff(shop, boss, { email: newEmail(), role: PACKING })).rejects.toMatchObject(refused)
  await expect(inviteStaff(shop, boss, { email: newEmail(), role: OWNER_ROLE })).rejects.toMatchObject(refused)
  const { id: foreign } = await invited()
  await expect(renewInvitation(shop, boss, foreign)).rejects.toMatchObject(refused)
  await expect(revokeInvitation(shop, boss, foreign)).rejects.toMatchObject(refused)
  const page = await (await (await server.signedIn(boss)).get("/admin/staff")).text()
  expect(page).toContain(`>Seer</option>`)
  expect(page).not.toContain(`>Owner</option>`)
  expect(page).not.toContain(`/admin/staff/invitation/${foreign}`)

  const first = await invited(newEmail(), { by: boss, role: seer })
  await expect(deleteRole(shop, owner, seer)).rejects.toThrow(
    "There is an open invitation to this role: revoke it first",
  )
  const wider = RoleForm.parse({ name: "Seer", permissions: ["orders.see", "orders.refund"] })
  await saveRole(shop, owner, seer, wider)
  expect((await (await opened(first.path)).post("/invitation/register", newcomer)).status).toBe(400)
  await saveRole(shop, owner, seer, RoleForm.parse({ name: "Seer", permissions: [] }))
  await assignRole(shop, owner, boss.id, PACKING)
  expect((await (await opened(first.path)).post("/invitation/register", newcomer)).status).toBe(400)
  await renewInvitation(shop, owner, first.id)
  const renewed = await opened(await mailedPath(first.email))
  expect((await renewed.post("/invitation/register", newcomer)).headers.get("Location")).toBe("/admin")
})

test("an invitation that is concurrently accepted twice, revoked or loses its inviter has one outcome", async () => {
  const { shop } = server
  for (let round = 0; round < 3; round++) {
    const member = await aMember(shop, { email: newEmail() })
    const twice = await invited(member.email)
    const accept = () => acceptInvitation(shop, member, twice.token, null)
    const both = await Promise.allSettled([accept(), accept(), accept()])
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await roleOf(member.email)).toBe("Packing")

    const other = await aMember(shop, { email: newEmail() })
    const raced = await invited(other.email)
    const [accepted, revoked] = await Promise.allSettled([
      acceptInvitation(shop, other, raced.token, null),
      revokeInvitation(shop, owner, raced.id),
    ])
    expect([accepted.status, revoked.status].sort()).toEqual(["fulfilled", "rejected"])
    expect(await roleOf(other.email)).toBe(accepted.status === "fulfilled" ? "Packing" : undefined)

    const inviter = await anAdmin(shop, { email: newEmail() })
    const third = await aMember(shop, { email: newEmail() })
    const late = await invited(third.email, { by: inviter })
    const [joined] = await Promise.allSettled([
      acceptInvitation(shop, third, late.token, null),
      removeStaffMember(shop, owner, inviter.id),
    ])
    expect(await idOf(third.email)).toBe("")
    expect(await roleOf(third.email)).toBe(joined.status === "fulfilled" ? "Packing" : undefined)
  }
})

test("the owner's role can neither be changed nor deleted, and a role deleted in the meantime is reported at its field", async () => {
  const { shop } = server
  const browser = await server.signedIn(owner)
  for (const path of [`/admin/staff/role/${OWNER_ROLE}`, `/admin/staff/role/${OWNER_ROLE}/delete`]) {
    const page = await browser.get(path)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain("it cannot be changed or deleted")
  }
  const packer = await anEmployee(shop, PACKING)
  const gone = await saveRole(shop, owner, null, RoleForm.parse({ name: "Gone" }))
  await deleteRole(shop, owner, gone)
  const refused = await browser.post(`/admin/staff/${packer.id}`, { role: gone })
  expect(refused.status).toBe(400)
  const form = await refused.text()
  expect(form).toMatch(/<a href="#role-role"[^>]*>Please choose a role from the list/)
  // No other role is preselected.
  expect(form).toMatch(/<select(?:(?!selected).)*?<\/select>/s)
  expect((await findActiveUser(shop, packer.id))?.staffRole?.name).toBe("Packing")
})

test("of two browsers that accept one link concurrently, one joins, with or without an account", async () => {
  const { shop } = server
  const { email, path } = await invited()
  const newcomers = [await opened(path), await opened(path)]
  const joined = await Promise.all(newcomers.map((browser) => browser.post("/invitation/register", newcomer)))
  expect(joined.map(({ status }) => status).sort()).toEqual([303, 400])
  const accounts = shop.db.selectFrom("users").select("id").where("email", "=", email)
  expect(await accounts.execute()).toHaveLength(1)

  const member = await aMember(shop, { email: newEmail() })
  const link = (await invited(member.email)).path
  const signedIn = [
    await opened(link, await server.signedIn(member)),
    await opened(link, await server.signedIn(member)),
  ]
  const visitor = await opened(link)
  const answers = await Promise.all([
    ...signedIn.map((browser) => browser.post("/invitation/accept", {})),
    visitor.post("/invitation/register", newcomer),
  ])
  const entered = answers.filter((answer) => answer.headers.get("Location") === "/admin")
  expect(entered).toHaveLength(1)
  expect(await roleOf(member.email)).toBe("Packing")
  const inside = await Promise.all([...signedIn, visitor].map((browser) => browser.get("/admin/dashboard")))
  expect(inside.filter(({ status }) => status === 200)).toHaveLength(1)
})

test("an open form is refused once its invitation is renewed or its account closed", async () => {
  const { shop } = server
  const { path, id, email } = await invited()
  const browser = await opened(path)
  expect((await browser.get("/invitation/register")).status).toBe(200)
  await renewInvitation(shop, owner, id)
  expect((await browser.post("/invitation/register", newcomer)).status).toBe(400)
  expect(await (await browser.get("/invitation/register")).text()).toContain(ENDED)
  expect(await roleOf(email)).toBeUndefined()

  for (const close of ["by its owner", "by the shop"]) {
    const member = await aMember(shop, { email: newEmail() })
    const theirs = await invited(member.email)
    const form = await opened(theirs.path, await server.signedIn(member))
    expect(await (await form.get("/invitation/accept")).text()).toContain("You will be signed out on all other devices")
    if (close === "by its owner") await closeAccount(shop, requireMember(member), PASSWORD)
    else await softDeleteUser(shop, owner, member.id)
    expect((await form.post("/invitation/accept", {})).headers.get("Location")).toContain("/login")
    await expect(acceptInvitation(shop, member, theirs.token, null)).rejects.toMatchObject({ kind: "invalid" })
    expect((await findActiveUser(shop, member.id)) ?? null).toBeNull()
    // The invitation of an address that its owner has given up has ended; one that the shop deleted starts again.
    expect(await idOf(member.email)).toBe(close === "by its owner" ? "" : theirs.id)
  }
})

test("one form ends employment: sessions and invitations end, the account and the log stay", async () => {
  const { shop } = server
  const packer = await anAdmin(shop, { name: "Paul Packer", email: newEmail() })
  const theirs = await server.signedIn(packer)
  const { path } = await invited(newEmail(), { by: packer })
  const browser = await server.signedIn(owner)
  expect(await (await browser.get(`/admin/staff/${packer.id}/end`)).text()).toContain("Remove Paul Packer from staff?")
  const done = await browser.post(`/admin/staff/${packer.id}/end`, {})
  expect(done.headers.get("Location")).toBe("/admin/staff")
  expect((await theirs.get("/admin/orders")).headers.get("Location")).toContain("/login")
  expect(await (await (await opened(path)).get("/invitation/register")).text()).toContain(ENDED)
  expect((await findActiveUser(shop, packer.id))?.role).toBe("user")
  await expect(removeStaffMember(shop, owner, packer.id)).rejects.toMatchObject({ kind: "notFound" })
  const log = await (await browser.get(`/admin/audit?subject=${packer.id}`)).text()
  expect(log).toContain("Removed from staff")

  const demoted = await anAdmin(shop, { name: "Dora Demoted", email: newEmail() })
  const { email } = await invited(newEmail(), { by: demoted })
  await browser.post(`/admin/user/${demoted.id}`, { name: demoted.name, email: demoted.email, role: "user" })
  expect((await findActiveUser(shop, demoted.id))?.role).toBe("user")
  expect(await idOf(email)).toBe("")
})

test("of two last owners who remove, demote or delete each other concurrently, one stays", async () => {
  const { shop } = server
  const others = shop.db.selectFrom("staff").select("user_id").where("role_id", "=", OWNER_ROLE)
  for (const { user_id } of await others.execute())
    if (user_id !== owner.id) await assignRole(shop, owner, user_id, PACKING)
  const refusal = "The last administrator can be neither deleted nor demoted"
  await expect(removeStaffMember(shop, owner, owner.id)).rejects.toThrow(refusal)
  const second = await anAdmin(shop, { email: newEmail() })
  const outcomes = await Promise.allSettled([
    removeStaffMember(shop, owner, second.id),
    softDeleteUser(shop, second, owner.id),
    assignRole(shop, owner, second.id, PACKING),
    closeAccount(shop, requireMember(second), PASSWORD),
  ])
  // The second owner can be demoted, removed and close the account in turn, if the first one stays.
  expect(outcomes.map(({ status }) => status)).toContain("rejected")
  const left = await others.innerJoin("users", "users.id", "user_id").where("deleted_at", "is", null).execute()
  expect(left).toHaveLength(1)
})

test("the log shows who invited whom, and loses the address with the account", async () => {
  const { shop } = server
  const { email } = await invited(undefined, {
    by: await anAdmin(shop, { name: "Ina Inviter", email: newEmail() }),
  })
  const browser = await opened(await mailedPath(email))
  await browser.post("/invitation/register", newcomer)
  const entries = () =>
    shop.db
      .selectFrom("audit_log")
      .select(["action", "actor_name", "subject_id"])
      .where((entry) => entry.or([entry("action", "=", "staff.joined"), entry("action", "=", "invitation.created")]))
      .orderBy("id", "desc")
      .limit(2)
      .execute()
  expect(await entries()).toMatchObject([
    { action: "staff.joined", actor_name: "Nina New" },
    { action: "invitation.created", actor_name: "Ina Inviter" },
  ])
  const user = await findActiveUser(shop, (await entries())[0]?.subject_id ?? "")
  const text = async () => JSON.stringify(await shop.db.selectFrom("audit_log").selectAll().execute())
  expect(await text()).toContain(email)
  await closeAccount(shop, requireMember(user), newcomer.password)
  expect(await text()).not.toContain(email)
})

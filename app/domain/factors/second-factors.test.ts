import { TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountLimits } from "~/domain/accounts/account-limits"
import { type Member, requireMember } from "~/domain/accounts/actor"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { changePassword, handlePasswordChanged } from "~/domain/accounts/passwords/change-password.server"
import { beginSecondStep } from "~/domain/accounts/sessions/pending-sign-ins.server"
import { hasRecentProof } from "~/domain/accounts/sessions/recent-proof"
import { findSession, startSession } from "~/domain/accounts/sessions/sessions.server"
import { acceptTrustedDevice, listTrustedDevices, trustDevice } from "~/domain/accounts/sessions/trusted-devices.server"
import { startVerifiedSession } from "~/domain/accounts/sessions/verified-session.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { eraseAccount } from "~/domain/deletion/erase-account.server"
import { promoteUser, resetAdmin } from "~/domain/staff/operator.server"
import { removeStaffMember } from "~/domain/staff/remove-staff-member.server"
import { signOutUser } from "~/domain/staff/users/sign-out-user.server"
import { softDeleteUser } from "~/domain/staff/users/users.server"
import { type AppOnPhone, aMember, anAdmin, anApp, PASSWORD } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { acceptTotp, confirmApp, openAppSetup } from "./authenticator-app.server"
import { changeFactorPolicy } from "./change-policy.server"
import { acceptRecoveryCode, renewRecoveryCodes } from "./recovery-codes.server"
import { findSecondFactors, removeApp } from "./second-factors.server"
import { type CodeOrigin, finishSecondStep, withSecondFactor } from "./second-step.server"
import { openSecretBox } from "./secret-box.server"
import { sweepFactors } from "./sweep-factors.server"

let here: TestShop
beforeAll(async () => {
  here = await openTestShop()
})
afterAll(() => here?.close())

let devices = 0
const aBrowser = (address = "192.0.2.1"): CodeOrigin => ({
  device: { id: `device-${++devices}`, accounts: [] },
  address,
})
const knownTo = (member: Member): CodeOrigin => ({
  device: { id: `device-${++devices}`, accounts: [member.id] },
  address: "192.0.2.1",
})
const passwordOf = ({ email }: Member) => authenticate(here.shop, { email, password: PASSWORD }, "192.0.2.1")
const beginOf = async (member: Member) => beginSecondStep(here.shop, await passwordOf(member))
const finish = (token: string, code: string, origin = aBrowser()) =>
  finishSecondStep(here.shop, token, code, origin).then(
    ({ factors }) => factors?.join(" "),
    ({ kind, message }) => `${kind}: ${message}`,
  )
const wrongCode =
  "badCredentials: This code is not valid. Please enter the current code of your app, or a recovery code"
const mailsTo = async ({ id }: Member) => {
  const { rows } = await here.pool.query<{ kind: string; text: string }>(
    `select kind, subject || text_body as text from mails join mail_people on mail_id = mails.id
     where user_id = $1 order by mails.created_at, mails.id`,
    [id],
  )
  return rows
}

test("the right password of an account with a second factor alone opens no session, anywhere", async () => {
  const ada = await aMember(here.shop)
  const credentials = await passwordOf(ada)
  const open = () =>
    here.shop.transaction((tx) =>
      startVerifiedSession(tx, credentials, { device: { userAgent: "", address: "" }, replaces: null }),
    )
  await expect(open()).resolves.toMatchObject({ user: { id: ada.id } })
  await anApp(here.shop, ada)
  await expect(open()).rejects.toMatchObject({ kind: "secondStep" })
})

test("a code is accepted one step early or late, and once, even concurrently", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  const accept = (code: string) => acceptTotp(here.shop, ada.id, code)
  expect(await accept(app.code())).toBe(false)
  here.clock.advance({ minutes: 5 })
  const [late, now, early, tooLate, tooEarly] = [-1, 0, 1, -2, 2].map((steps) => app.code(steps))
  expect(await accept(tooLate ?? "")).toBe(false)
  expect(await accept(tooEarly ?? "")).toBe(false)
  expect(await accept(late ?? "")).toBe(true)
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => accept(now ?? "")))
  expect(atOnce.filter(Boolean)).toHaveLength(1)
  expect(await accept(early ?? "")).toBe(true)
  expect(await accept(now ?? "")).toBe(false)
  here.clock.advance({ minutes: 10 })
  expect(await accept(early ?? "")).toBe(false)
  expect(await accept("000")).toBe(false)
})

test("wrong, used, late and foreign codes have one message, and a used sign-in is over", async () => {
  const [ada, alan] = [await aMember(here.shop), await aMember(here.shop)]
  const [own, foreign] = [await anApp(here.shop, ada), await anApp(here.shop, alan)]
  here.clock.advance({ minutes: 5 })
  const old = own.code()
  here.clock.advance({ minutes: 5 })
  const token = await beginOf(ada)
  const right = own.code()
  const [recovery = ""] = foreign.recoveryCodes
  for (const code of ["000 00", old, foreign.code(), recovery, "x"]) expect(await finish(token, code)).toBe(wrongCode)
  expect(await finish(token, `${right.slice(0, 3)} ${right.slice(3)}`)).toBe("password totp")
  expect(await finish(token, own.code(1))).toMatch(/^unauthenticated/)
  expect(await finish(await beginOf(ada), right)).toBe(wrongCode)
})

test("the second step is open for five minutes, and ends with a new password", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  const token = await beginOf(ada)
  here.clock.advance({ minutes: 6 })
  expect(await finish(token, app.code())).toMatch(/^unauthenticated/)
  const next = await beginOf(ada)
  await here.shop.transaction((tx) => handlePasswordChanged(tx, ada))
  expect(await finish(next, app.code())).toMatch(/^unauthenticated/)
})

test("five wrong codes lock a browser for a quarter of an hour, and no other of the owner's", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  here.clock.advance({ minutes: 5 })
  const [thief, owner] = [aBrowser("203.0.113.5"), knownTo(ada)]
  const token = await beginOf(ada)
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => finish(token, "123456", thief)))
  expect(atOnce.filter((one) => one === wrongCode)).toHaveLength(5)
  expect(await finish(await beginOf(ada), app.code(), thief)).toMatch(/^tooMany/)
  expect(await finish(await beginOf(ada), app.code(), aBrowser("203.0.113.6"))).toBe("password totp")
  const others = Array.from({ length: 60 }, (_, i) => finish(token, "123456", aBrowser(`198.51.100.${i}`)))
  const tried = (await Promise.all(others)).filter((one) => one === wrongCode)
  expect(tried).toHaveLength(accountLimits.codeOfAccount.points - 5)
  expect(await finish(await beginOf(ada), app.code(1), aBrowser("203.0.113.7"))).toMatch(/^tooMany/)
  expect(await finish(await beginOf(ada), app.code(1), owner)).toBe("password totp")
})

test("all addresses of one IPv6 site share five codes in a quarter of an hour", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  here.clock.advance({ minutes: 5 })
  const attacker = (network: number): CodeOrigin => ({
    device: { id: `device-${++devices}`, accounts: [], isNew: true },
    address: `2001:db8:7:${network}::1`,
  })
  const token = await beginOf(ada)
  for (let network = 0; network < 5; network++) expect(await finish(token, "123456", attacker(network))).toBe(wrongCode)
  expect(await finish(token, app.code(), attacker(5))).toMatch(/^tooMany/)
  expect(await finish(token, app.code())).toBe("password totp")
})

test("a known device has sixty codes a day", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  here.clock.advance({ minutes: 5 })
  const known = knownTo(ada)
  const token = await beginOf(ada)
  const nextQuarter = () => here.shop.limits.reset(accountLimits.codeOnDevice, `${known.device.id} ${ada.id}`)
  const tried: string[] = []
  for (let quarter = 0; quarter < 13; quarter++) {
    tried.push(...((await Promise.all(Array.from({ length: 5 }, () => finish(token, "123456", known)))) as string[]))
    await nextQuarter()
  }
  expect(tried.filter((one) => one === wrongCode)).toHaveLength(60)
  expect(await finish(token, app.code(), known)).toMatch(/^tooMany/)
  expect(await finish(token, app.code(), knownTo(ada))).toBe("password totp")
})

test("a recovery code works once, however it is typed, and its owner is notified", async () => {
  const ada = await aMember(here.shop)
  const { recoveryCodes } = await anApp(here.shop, ada)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = "", second = "", third = ""] = recoveryCodes
  const typed = ` ${first.toUpperCase().replaceAll("-", " ")}`
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => acceptRecoveryCode(here.shop, ada.id, typed)))
  expect(atOnce.filter(Boolean)).toHaveLength(1)
  expect(await finish(await beginOf(ada), second)).toBe("password recovery-code")
  expect((await findSecondFactors(here.shop, ada)).recoveryCodes).toBe(8)
  for (const code of recoveryCodes.slice(3, 8)) await acceptRecoveryCode(here.shop, ada.id, code)
  const used = (await mailsTo(ada)).filter(({ kind }) => kind === "recovery-code-used").map(({ text }) => text)
  expect(used).toHaveLength(7)
  expect(used[5]).toMatch(/You have 4 codes\s+left\.\s+If/)
  expect(used[6]).toMatch(/You have 3 codes\s+left\.\s+Please\s+create\s+new\s+ones/)
  const renewed = await renewRecoveryCodes(here.shop, ada)
  expect(await acceptRecoveryCode(here.shop, ada.id, third)).toBe(false)
  expect(await acceptRecoveryCode(here.shop, ada.id, renewed[0] ?? "")).toBe(true)
})

test("secrets and codes are not stored in plain text", async () => {
  const ada = await aMember(here.shop)
  const { secret, setup } = await openAppSetup(here.shop, ada)
  const { TOTP } = await import("otpauth")
  const code = new TOTP({ secret }).generate({ timestamp: here.shop.now().getTime() })
  const { recoveryCodes: codes } = await confirmApp(here.shop, ada, { setup, code })
  const { rows } = await here.pool.query<{ text: string }>(
    `select authenticator_apps::text || (select string_agg(recovery_codes::text, ' ') from recovery_codes
       where recovery_codes.user_id = authenticator_apps.user_id)
       || (select string_agg(mails::text, ' ') from mails) || coalesce((select string_agg(audit_log::text, ' ') from audit_log), '')
     as text from authenticator_apps where user_id = $1`,
    [ada.id],
  )
  expect(rows[0]?.text).toContain("factor-added")
  for (const plain of [secret, ...(codes ?? [])]) expect(rows[0]?.text).not.toContain(plain)
})

test("an app is set up with a correct code, by its person, and once", async () => {
  const [ada, alan] = [await aMember(here.shop), await aMember(here.shop)]
  const { secret, setup, uri } = await openAppSetup(here.shop, ada)
  expect(uri).toContain(`otpauth://totp/Counter:${encodeURIComponent(ada.email)}?`)
  const { TOTP } = await import("otpauth")
  const code = () => new TOTP({ secret }).generate({ timestamp: here.shop.now().getTime() })
  await expect(confirmApp(here.shop, ada, { setup, code: "12345" })).rejects.toMatchObject({ field: "code" })
  await expect(confirmApp(here.shop, alan, { setup, code: code() })).rejects.toThrow("load this page again")
  const both = await Promise.allSettled([1, 2].map(() => confirmApp(here.shop, ada, { setup, code: code() })))
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect((await mailsTo(ada)).filter(({ kind }) => kind === "factor-added")).toHaveLength(1)
})

test("without the app the password is enough again, and the owner is notified", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  const { token } = await startSession(here.shop, ada, { userAgent: "", address: "" }, ["password", "totp"])
  expect(await findSession(here.shop, token)).toMatchObject({
    hasSecondFactor: true,
    proof: { factors: ["password", "totp"] },
  })
  await removeApp(here.shop, ada)
  expect(await findSession(here.shop, token)).toMatchObject({ hasSecondFactor: false })
  expect(await findSecondFactors(here.shop, ada)).toEqual({ appSince: null, passkeys: [], recoveryCodes: 0 })
  expect(await withSecondFactor(here.shop, await passwordOf(ada), app.code(), aBrowser())).not.toHaveProperty("factors")
  expect(await acceptRecoveryCode(here.shop, ada.id, app.recoveryCodes[0] ?? "")).toBe(false)
  expect((await mailsTo(ada)).map(({ kind }) => kind)).toContain("factor-removed")
})

test("an operator's reset removes the factors, ends a second step, and is recorded and mailed", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  const token = await beginOf(ada)
  expect(await resetAdmin(here.shop, ada.email, "another long password")).toBe(true)
  expect(await finish(token, app.code(1))).toMatch(/^unauthenticated/)
  expect(await findSecondFactors(here.shop, ada)).toEqual({ appSince: null, passkeys: [], recoveryCodes: 0 })
  expect((await mailsTo(ada)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["factor-removed", "password-changed"]),
  )
  const entry = await here.shop.db
    .selectFrom("audit_log")
    .select(["action", "before"])
    .where("subject_id", "=", ada.id)
    .executeTakeFirst()
  expect(entry).toEqual({ action: "administrator.reset", before: { role: "user", secondFactors: ["totp"] } })
})

test("a device is trusted until its account changes in any way", async () => {
  const owner = await anAdmin(here.shop)
  const allow = (trustedDevices: "on" | "") =>
    changeFactorPolicy(here.shop, owner, { staffFactorsFrom: "", trustedDevices })
  const device = { userAgent: "", address: "" }
  const trustOf = async (member: Member) => trustDevice(here.shop, await passwordOf(member), { device, replaces: "" })
  expect(await trustOf(await aMember(here.shop))).toBeNull()
  await allow("on")
  await here.shop.settings.renew()
  const changes: Record<string, (member: Member, app: AppOnPhone) => Promise<unknown>> = {
    "a new password": (member) => here.shop.transaction((tx) => handlePasswordChanged(tx, member)),
    "a factor less": (member) => removeApp(here.shop, member),
    "a factor more": async (member) => {
      const { setup, secret } = await openAppSetup(here.shop, member)
      await here.shop.db.deleteFrom("authenticator_apps").where("user_id", "=", member.id).execute()
      await confirmApp(here.shop, member, {
        setup,
        code: new TOTP({ secret }).generate({ timestamp: +here.shop.now() }),
      })
    },
    "the operator": (member) => resetAdmin(here.shop, member.email, "another long password"),
    "the account's end": (member) => here.shop.transaction((tx) => eraseAccount(tx, member)),
    "a deletion": (member) => softDeleteUser(here.shop, owner, member.id),
    "a sign-out by staff": (member) => signOutUser(here.shop, owner, member.id),
    "the work's end": async (member) => {
      await promoteUser(here.shop, member.email)
      await removeStaffMember(here.shop, owner, member.id)
    },
    "the owner's switch": () => allow(""),
  }
  for (const [name, change] of Object.entries(changes)) {
    const ada = await aMember(here.shop)
    const app = await anApp(here.shop, ada)
    const token = (await trustOf(ada)) ?? ""
    const isTrusted = () => here.shop.transaction((tx) => acceptTrustedDevice(tx, ada.id, token))
    expect([name, await isTrusted()]).toEqual([name, true])
    await change(ada, app)
    expect([name, await isTrusted()]).toEqual([name, false])
  }
})

test("a session on a trusted device counts as proven by the password, and the audit log names the device", async () => {
  const owner = await anAdmin(here.shop)
  await changeFactorPolicy(here.shop, owner, { staffFactorsFrom: "", trustedDevices: "on" })
  const admin = requireMember(await findActiveUser(here.shop, owner.id))
  await anApp(here.shop, admin)
  const device = { userAgent: "", address: "" }
  const credentials = await passwordOf(admin)
  const trustToken = (await trustDevice(here.shop, credentials, { device, replaces: "" })) ?? ""
  const { session } = await here.shop.transaction((tx) =>
    startVerifiedSession(tx, { ...credentials, trustToken }, { device, replaces: null }),
  )
  const found = await findSession(here.shop, session.token)
  expect(found).toMatchObject({ hasSecondFactor: true, proof: { factors: ["password"] } })
  expect(hasRecentProof(found, here.shop.now())).toBe(false)
  const entry = here.shop.db.selectFrom("audit_log").select("after").where("action", "=", "staff.signed-in")
  expect(await entry.where("subject_id", "=", admin.id).executeTakeFirst()).toEqual({
    after: { factors: ["password", "trusted-device"] },
  })
})

test("trust given while trust is being revoked does not survive", async () => {
  const owner = await anAdmin(here.shop)
  const allow = (trustedDevices: "on" | "") =>
    changeFactorPolicy(here.shop, owner, { staffFactorsFrom: "", trustedDevices })
  const device = { userAgent: "", address: "" }
  for (let tries = 0; tries < 5; tries++) {
    const ada = await aMember(here.shop)
    await anApp(here.shop, ada)
    const credentials = await passwordOf(ada)
    const trust = () => trustDevice(here.shop, credentials, { device, replaces: "" })
    await allow("on")
    await Promise.all([trust(), allow("")])
    expect(await listTrustedDevices(here.shop, ada.id)).toEqual([])
    await allow("on")
    await Promise.all([trust(), changeTo(ada, `a new password ${tries}`)])
    expect(await listTrustedDevices(here.shop, ada.id)).toEqual([])
  }
  const grace = await aMember(here.shop)
  const credentials = await passwordOf(grace)
  const many = Array.from({ length: 25 }, () => trustDevice(here.shop, credentials, { device, replaces: "" }))
  await Promise.all(many)
  expect(await listTrustedDevices(here.shop, grace.id)).toHaveLength(20)
  await allow("")
})

const changeTo = (member: Member, newPassword: string) =>
  changePassword(here.shop, member, { oldPassword: PASSWORD, newPassword, confirmPassword: newPassword })

test("every listed secret decrypts, the first encrypts, and older data is encrypted again", async () => {
  const ada = await aMember(here.shop)
  const [OLD, NEW] = ["an old secret of this shop", "a new secret of this shop"]
  const at = (...secrets: string[]) => ({ ...here.shop, secrets: openSecretBox(secrets) })
  const app = await anApp(at(OLD), ada)
  const accepts = (shop: typeof here.shop) => {
    here.clock.advance({ minutes: 1 })
    return acceptTotp(shop, ada.id, app.code())
  }
  expect(await accepts(at(OLD, NEW))).toBe(true)
  expect(await accepts(at(NEW))).toBe(false)
  expect(await accepts(at(NEW, OLD))).toBe(true)
  await sweepFactors(at(NEW, OLD))
  expect(await accepts(at(NEW))).toBe(true)
  expect(await accepts(at(OLD))).toBe(false)
})

test("data encrypted for one account cannot be decrypted for another, nor can a part of it", () => {
  const box = openSecretBox(["a secret for the tests only"])
  const encrypted = box.encrypt("a key", "ada")
  expect(box.decrypt(encrypted, "ada")).toBe("a key")
  expect(box.encrypt("a key", "ada")).not.toBe(encrypted)
  for (const wrong of ["", "x", box.keyName, `${box.keyName}.`, encrypted.slice(0, -2), `${encrypted}AAAA`])
    expect(box.decrypt(wrong, "ada")).toBeNull()
  expect(box.decrypt(encrypted, "alan")).toBeNull()
})

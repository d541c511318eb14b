import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { acceptInvitation } from "~/domain/staff/accept-invitation.server"
import { inviteStaff } from "~/domain/staff/invitations.server"
import { promoteUser } from "~/domain/staff/operator.server"
import { resendVerification, updateUser } from "~/domain/staff/users/users.server"
import { aMember, anAdmin, anApp, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { requireMember, type Staff } from "../actor"
import { sendLink } from "../passwords/mailed-links.server"
import { resetPassword } from "../passwords/password-reset.server"
import { takeSignInLink } from "../passwords/sign-in-by-link.server"
import { updateProfile } from "../profile.server"
import { registerUser } from "../registration/register.server"
import { OWNER_ROLE } from "../role"
import { findSession } from "../sessions/sessions.server"
import type { User } from "../user"
import { getActiveUser } from "../user-row.server"
import { verifyEmail } from "./verify-email.server"

let here: TestShop
let boss: Staff
beforeAll(async () => {
  here = await openTestShop()
  boss = await anAdmin(here.shop)
})
afterAll(() => here.close())

const unverifiedMember = () => aMember(here.shop, { verified: false })
const current = ({ id }: Pick<User, "id">) => getActiveUser(here.shop, id)
const promote = (user: User, by = boss) =>
  updateUser(here.shop, by, user.id, { name: user.name, email: user.email, role: "admin" })
const verify = async (user: User, token: string, session: string | null = null) =>
  verifyEmail(here.shop, requireMember(user), token, session === null ? null : await findSession(here.shop, session))

/** Reads the newest mail of a kind, and not the earlier ones. */
async function mailedToken({ email }: Pick<User, "email">, kind = "email-verification"): Promise<string> {
  const { rows } = await here.pool.query<{ text_body: string }>(
    "delete from mails where recipient = $1 and kind = $2 returning text_body",
    [email, kind],
  )
  return /\/([\w-]{32})\s/.exec(rows.at(-1)?.text_body ?? "")?.[1] ?? "no link"
}

async function aLink(user: User): Promise<string> {
  await sendLink(here.shop, "verification", user.email)
  return mailedToken(user)
}

const actionsOn = async ({ id }: Pick<User, "id">) => {
  const { rows } = await here.pool.query("select action from audit_log where subject_id = $1 order by id", [id])
  return rows.map(({ action }) => action)
}

describe("a role", () => {
  test("takes effect when the address is verified, and then ends the other sessions", async () => {
    const user = await unverifiedMember()
    const [mine, another] = [await aSession(here.shop, user), await aSession(here.shop, user)]
    expect(await promote(user)).toMatchObject({ role: "user", awaitsRole: true, staffRole: null })
    expect((await findSession(here.shop, mine))?.user.role).toBe("user")
    const token = await mailedToken(user)
    expect(await verify(user, token, mine)).toEqual({ isNewStaff: true })
    expect(await current(user)).toMatchObject({ isVerified: true, awaitsRole: false, staffRole: { id: OWNER_ROLE } })
    expect(await signedInUserId(here.shop, mine)).toBe(user.id)
    expect(await signedInUserId(here.shop, another)).toBeNull()
    expect(await actionsOn(user)).toEqual(["user.updated", "staff.verified"])
  })

  test("takes effect immediately with a verified address, and ends all sessions", async () => {
    const user = await aMember(here.shop)
    const session = await aSession(here.shop, user)
    expect(await promote(user)).toMatchObject({ role: "admin", awaitsRole: false })
    expect(await signedInUserId(here.shop, session)).toBeNull()
  })

  test("does not apply to another address that the account has since", async () => {
    const user = await unverifiedMember()
    await promote(user)
    const changed = await updateProfile(here.shop, user, { name: user.name, email: `own-${user.email}` })
    expect(changed).toMatchObject({ isVerified: false, awaitsRole: false })
    expect(await verify(user, await aLink(changed))).toEqual({ isNewStaff: false })
    expect((await current(user)).role).toBe("user")
  })

  test("does not take effect if the person who gave it has lost the permission, or revoked it", async () => {
    const [first, second, former] = [await unverifiedMember(), await unverifiedMember(), await anAdmin(here.shop)]
    await promote(first, former)
    await updateUser(here.shop, boss, former.id, { name: former.name, email: former.email, role: "user" })
    expect(await verify(first, await mailedToken(first))).toEqual({ isNewStaff: false })
    await promote(second)
    await updateUser(here.shop, boss, second.id, { name: second.name, email: second.email, role: "user" })
    expect(await verify(second, await mailedToken(second))).toEqual({ isNewStaff: false })
    expect([(await current(first)).role, (await current(second)).role]).toEqual(["user", "user"])
  })

  test("takes effect once, however often its links are used concurrently", async () => {
    const user = await unverifiedMember()
    await promote(user)
    const one = await mailedToken(user)
    await resendVerification(here.shop, boss, user.id)
    const other = await mailedToken(user)
    const tries = await Promise.allSettled([one, other, one, other].map((token) => verify(user, token)))
    const began = tries.filter((tried) => tried.status === "fulfilled" && tried.value.isNewStaff)
    expect(began).toHaveLength(1)
    expect(await actionsOn(user)).toEqual(["user.updated", "user.verification-resent", "staff.verified"])
    await expect(resendVerification(here.shop, boss, user.id)).rejects.toMatchObject({ kind: "conflict" })
  })

  test("needs no other link after an invitation, or from the operator", async () => {
    const [invited, appointed] = [await unverifiedMember(), await unverifiedMember()]
    await inviteStaff(here.shop, boss, { email: invited.email, role: OWNER_ROLE })
    await acceptInvitation(here.shop, invited, await mailedToken(invited, "invitation"), null)
    const session = await aSession(here.shop, appointed)
    await promoteUser(here.shop, appointed.email)
    for (const user of [invited, appointed])
      expect(await current(user)).toMatchObject({ role: "admin", isVerified: true })
    expect(await signedInUserId(here.shop, session)).toBeNull()
  })
})

test("a link verifies only the account that it was mailed to", async () => {
  const [user, other] = [await unverifiedMember(), await unverifiedMember()]
  const token = await aLink(user)
  await expect(verify(other, token)).rejects.toMatchObject({ kind: "invalid" })
  await sendLink(here.shop, "sign-in", user.email)
  const credentials = await takeSignInLink(here.shop, await mailedToken(user, "sign-in-link"))
  const session = await findSession(here.shop, await aSession(here.shop, user))
  const byLink = session && { ...session, proof: { ...session.proof, factors: credentials.factors ?? [] } }
  await expect(verifyEmail(here.shop, user, token, byLink)).rejects.toThrow("Please choose a new password first")
  expect((await current(user)).isVerified).toBe(false)
})

describe("second factors", () => {
  test("can be added only with a verified address", async () => {
    const user = await unverifiedMember()
    await expect(anApp(here.shop, user)).rejects.toThrow("Please confirm your email address first")
    await verify(user, await aLink(user))
    await anApp(here.shop, user)
    expect((await findSecondFactors(here.shop, user)).appSince).not.toBeNull()
  })

  test("that someone else added are removed when the mailbox's owner resets the password", async () => {
    const user = await aMember(here.shop)
    await anApp(here.shop, user)
    // Another person's address
    const victim = await updateProfile(here.shop, user, { name: user.name, email: `victim-${user.email}` })
    const session = await aSession(here.shop, user).catch(() => null)
    const password = "a new long password"
    const reset = async () => {
      await sendLink(here.shop, "password-reset", victim.email)
      await resetPassword(here.shop, await mailedToken(victim, "password-reset"), {
        password,
        confirmPassword: password,
      })
    }
    await reset()
    expect(session).toBeNull()
    expect(await findSecondFactors(here.shop, user)).toMatchObject({ appSince: null, recoveryCodes: 0 })
    expect(await current(user)).toMatchObject({ isVerified: true })
    const { rows } = await here.pool.query("select kind from mails where recipient = $1 order by id", [victim.email])
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["password-changed", "factor-removed"]))
    await anApp(here.shop, requireMember(await current(user)))
    await reset()
    expect((await findSecondFactors(here.shop, user)).appSince).not.toBeNull()
  })

  test("stay with staff who have changed their address", async () => {
    const admin = await anAdmin(here.shop)
    await anApp(here.shop, requireMember(admin))
    const { email } = await updateProfile(here.shop, requireMember(admin), {
      name: admin.name,
      email: `new-${admin.email}`,
    })
    await sendLink(here.shop, "password-reset", email)
    const password = "a new long password"
    await resetPassword(here.shop, await mailedToken({ email }, "password-reset"), {
      password,
      confirmPassword: password,
    })
    expect((await findSecondFactors(here.shop, admin)).appSince).not.toBeNull()
  })
})

test("registration alone verifies nothing, and the owner's own reset verifies the address", async () => {
  const email = "typed@shop.example"
  const { userId } = await registerUser(here.shop, { name: "Typed", email, password: PASSWORD }, { address: "typed" })
  expect((await current({ id: userId })).isVerified).toBe(false)
  await promote(await current({ id: userId }))
  await sendLink(here.shop, "password-reset", email)
  const password = "a new long password"
  await resetPassword(here.shop, await mailedToken({ email }, "password-reset"), {
    password,
    confirmPassword: password,
  })
  expect(await current({ id: userId })).toMatchObject({ isVerified: true, role: "admin" })
})

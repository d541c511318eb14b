import { afterAll, beforeAll, expect, test } from "vitest"
import { grantAdmin } from "~/commands/admin.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { emit } from "~/domain/events/emit.server"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { newObjectId } from "~/domain/object-id.server"
import { updateUser } from "~/domain/staff/users/users.server"
import { aMember, anAdmin, aSession, PASSWORD } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { type Member, requireStaff } from "./actor"
import { assertNotUndoable, undoEmailChange } from "./email-undos.server"
import { authenticate } from "./passwords/authenticate.server"
import { sendLink } from "./passwords/mailed-links.server"
import { resetPassword } from "./passwords/password-reset.server"
import { permissions } from "./permission"
import { updateProfile } from "./profile.server"
import { registerUser } from "./registration/register.server"
import { findSession } from "./sessions/sessions.server"
import { findActiveUser } from "./user-row.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

let count = 0
const nextEmail = () => `someone-${++count}@undo.example`

const linkTo = async (recipient: string) => {
  const mails = testShop.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", recipient)
  const mail = await mails.where("kind", "=", "email-changed").orderBy("id", "desc").executeTakeFirst()
  return /\/email\/undo\/(\S+)/.exec(mail?.text_body ?? "")?.[1] ?? ""
}

const emailOf = async ({ id }: { id: string }) => (await findActiveUser(testShop.shop, id))?.email

async function move(member: Member, email: string): Promise<Member> {
  await updateProfile(testShop.shop, member, { name: member.name, email })
  return { ...member, email }
}

const register = (email: string) =>
  registerUser(testShop.shop, { name: "Mallory", email, password: PASSWORD }, { address: "192.0.2.66" })

async function resetByMail(email: string): Promise<void> {
  const { shop } = testShop
  await sendLink(shop, "password-reset", email)
  const mails = shop.db.selectFrom("mails").select("text_body").where("recipient", "=", email)
  const { text_body } = await mails.where("kind", "=", "password-reset").executeTakeFirstOrThrow()
  const token = /\/password\/reset\/(\S+)/.exec(text_body)?.[1] ?? ""
  await resetPassword(shop, token, { password: "a new long password", confirmPassword: "a new long password" })
}

async function addPasskey(member: Member, name: string): Promise<void> {
  const { shop } = testShop
  const passkey = { id: newObjectId(shop.now()), user_id: member.id, credential_id: `${member.id} ${name}`, name }
  const key = { public_key: Buffer.from("key"), sign_counter: 0, transports: [], created_at: shop.now() }
  await shop.db
    .insertInto("passkeys")
    .values({ ...passkey, ...key })
    .execute()
}

const namesOfPasskeys = async (member: Member) =>
  (await findSecondFactors(testShop.shop, member)).passkeys.map(({ name }) => name)

const staffOf = async ({ id }: { id: string }) => requireStaff(await findActiveUser(testShop.shop, id), permissions)

const expired = { kind: "invalid", message: "This link has expired" }

test("the former address gets back the account: all sessions, links and the password are revoked", async () => {
  const { shop } = testShop
  const [first, taken] = [nextEmail(), nextEmail()]
  const member = await aMember(shop, { email: first })
  const session = await aSession(shop, member)
  await move(member, taken)
  const reset = await undoEmailChange(shop, await linkTo(first))
  expect(await emailOf(member)).toBe(first)
  expect(await findSession(shop, session)).toBeNull()
  const credentials = { email: first, password: PASSWORD }
  await expect(authenticate(shop, credentials, "192.0.2.1")).rejects.toMatchObject({ kind: "badCredentials" })
  expect(await linkTo(taken)).toBe("")
  const mails = shop.db.selectFrom("mails").select("text_body").where("recipient", "=", taken)
  const told = await mails.where("kind", "=", "email-change-undone").execute()
  expect(told).toEqual([{ text_body: expect.stringContaining("s•••@undo.example again") }])
  const passwords = { password: "a new long password", confirmPassword: "a new long password" }
  expect(await resetPassword(shop, reset, passwords)).toMatchObject({ userId: member.id })
})

test("the link confirms the former address and removes factors added since, not the owner's own", async () => {
  const { shop, clock } = testShop
  const first = nextEmail()
  const member = await aMember(shop, { email: first })
  await addPasskey(member, "own")
  clock.advance({ minutes: 1 })
  const moved = await move(member, nextEmail())
  await addPasskey(moved, "thief's")
  await undoEmailChange(shop, await linkTo(first))
  expect(await namesOfPasskeys(member)).toEqual(["own"])
  expect(await findActiveUser(shop, member.id)).toMatchObject({ email: first, isVerified: true })
})

test("an unconfirmed address is not reserved, and undoes nothing once the other mailbox is verified", async () => {
  const { shop } = testShop
  const [first, victim] = [nextEmail(), nextEmail()]
  const member = await aMember(shop, { email: first, verified: false })
  await move(member, victim)
  await expect(register(first)).resolves.toMatchObject({ userId: expect.any(String) })
  await expect(undoEmailChange(shop, await linkTo(first))).rejects.toMatchObject({ kind: "conflict" })
  await resetByMail(victim)
  await expect(undoEmailChange(shop, await linkTo(first))).rejects.toMatchObject(expired)
  expect(await emailOf(member)).toBe(victim)
})

test("a former address does not get a role that the account was given since", async () => {
  const { shop } = testShop
  const [first, second] = [nextEmail(), nextEmail()]
  const member = await move(await aMember(shop, { email: first }), second)
  await resetByMail(second)
  const owner = await staffOf(await anAdmin(shop))
  await updateUser(shop, owner, member.id, { name: member.name, email: second, role: "admin" })
  await expect(undoEmailChange(shop, await linkTo(first))).rejects.toMatchObject(expired)
  expect(await findActiveUser(shop, member.id)).toMatchObject({ email: second, role: "admin" })
})

test("an account that the operator resets or promotes cannot be restored to a former address", async () => {
  const { shop } = testShop
  for (const consent of ["reset", "promote"] as const) {
    const [first, second] = [nextEmail(), nextEmail()]
    const member = await move(await aMember(shop, { email: first }), second)
    expect(await grantAdmin(shop, second, consent)).toMatchObject({ ok: true })
    await expect(undoEmailChange(shop, await linkTo(first))).rejects.toMatchObject(expired)
    expect(await findActiveUser(shop, member.id)).toMatchObject({ email: second, role: "admin" })
  }
})

test("guest orders join no account that its former address could still take back", async () => {
  const { shop } = testShop
  const member = await move(await aMember(shop, { email: nextEmail() }), nextEmail())
  const refusal = { kind: "conflict", message: expect.stringContaining("3 days after") }
  await expect(shop.transaction((tx) => assertNotUndoable(tx, member.id))).rejects.toMatchObject(refusal)
})

test("a flood of other mails does not use up the limit of the link", async () => {
  const { shop } = testShop
  const first = nextEmail()
  const member = await aMember(shop, { email: first })
  for (let times = 0; times < 12; times++)
    await shop.transaction((tx) => emit(tx, "user.password-changed", { ...member, email: first }))
  await move(member, nextEmail())
  expect(await linkTo(first)).not.toBe("")
})

test("a link works once, even concurrently", async () => {
  const first = nextEmail()
  await move(await aMember(testShop.shop, { email: first }), nextEmail())
  const token = await linkTo(first)
  const tries = await Promise.allSettled([1, 2, 3].map(() => undoEmailChange(testShop.shop, token)))
  expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"])
  await expect(undoEmailChange(testShop.shop, token)).rejects.toMatchObject(expired)
})

test("after two changes the first address undoes both, whether or not the second was undone before", async () => {
  for (const secondUndoes of [true, false]) {
    const [first, second, third] = [nextEmail(), nextEmail(), nextEmail()]
    const member = await aMember(testShop.shop, { email: first })
    await move(await move(member, second), third)
    const [undoFirst, undoSecond] = [await linkTo(first), await linkTo(second)]
    if (secondUndoes) {
      await undoEmailChange(testShop.shop, undoSecond)
      expect(await emailOf(member)).toBe(second)
    }
    await undoEmailChange(testShop.shop, undoFirst)
    expect(await emailOf(member)).toBe(first)
    await expect(undoEmailChange(testShop.shop, undoSecond)).rejects.toMatchObject(expired)
  }
})

test("no other account can take the former address for three days, even at the moment of the change", async () => {
  const { shop, clock } = testShop
  const first = nextEmail()
  const member = await aMember(shop, { email: first })
  const other = await aMember(shop, { email: nextEmail() })
  await move(member, nextEmail())
  const taken = { kind: "invalid", message: "Email already exists" }
  await expect(register(first.toUpperCase())).rejects.toMatchObject(taken)
  await expect(move(other, first)).rejects.toMatchObject(taken)
  expect(await emailOf(await move(member, first))).toBe(first)

  const token = await linkTo(first)
  clock.advance({ hours: 73 })
  await expect(undoEmailChange(shop, token)).rejects.toMatchObject(expired)
  for (let tries = 0; tries < 5; tries++) {
    const email = nextEmail()
    const owner = await aMember(shop, { email })
    await Promise.allSettled([move(owner, nextEmail()), register(email)])
    expect(await undoEmailChange(shop, await linkTo(email))).toEqual(expect.any(String))
    expect(await emailOf(owner)).toBe(email)
  }
})

test("an address that another account has despite this stays with it", async () => {
  const { shop } = testShop
  const first = nextEmail()
  const member = await aMember(shop, { email: first })
  await move(member, nextEmail())
  const other = await aMember(shop, { email: nextEmail() })
  await shop.db.updateTable("users").set({ email: first }).where("id", "=", other.id).execute()
  await expect(undoEmailChange(shop, await linkTo(first))).rejects.toMatchObject({
    kind: "conflict",
    message: expect.stringContaining("Another account now has this email"),
  })
})

test("a closed account cannot be restored, and its former address is free", async () => {
  const { shop } = testShop
  const first = nextEmail()
  const member = await move(await aMember(shop, { email: first }), nextEmail())
  const token = await linkTo(first)
  await closeAccount(shop, member, PASSWORD)
  await expect(undoEmailChange(shop, token)).rejects.toMatchObject(expired)
  await expect(register(first)).resolves.toMatchObject({ userId: expect.any(String) })
})

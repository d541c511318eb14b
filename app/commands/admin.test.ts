import { afterAll, beforeAll, expect, test } from "vitest"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { findSession } from "~/domain/accounts/sessions/sessions.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { grantAdmin } from "./admin.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const signIn = (email: string, password: string) => authenticate(testShop.shop, { email, password }, "192.0.2.1")
const passwordIn = (message: string) => /with the password (\S+)$/.exec(message)?.[1] ?? ""
const auditOf = (userId: string) =>
  testShop.shop.db
    .selectFrom("audit_log")
    .select(["actor_name", "action"])
    .where("subject_kind", "=", "user")
    .where("subject_id", "=", userId)
    .orderBy("id", "desc")
    .executeTakeFirst()

test("an administrator is created with a password that the operator is shown once", async () => {
  const { ok, message } = await grantAdmin(testShop.shop, "boss@shop.example")
  expect(ok).toBe(true)
  const { userId } = await signIn("boss@shop.example", passwordIn(message))
  expect(await auditOf(userId)).toEqual({ actor_name: "Operator", action: "administrator.created" })
  const again = await grantAdmin(testShop.shop, "boss@shop.example")
  expect(again).toEqual({ ok: true, message: expect.stringContaining("is already an administrator") })
  await signIn("boss@shop.example", passwordIn(message))
})

test("an account that someone registered with the address before is not promoted without asking the operator", async () => {
  const impostor = await aMember(testShop.shop, { name: "Mallory", email: "owner@shop.example" })
  const token = await aSession(testShop.shop, impostor)
  const { ok, message } = await grantAdmin(testShop.shop, "Owner@shop.example")
  expect(ok).toBe(false)
  for (const word of ["Mallory", "--promote", "--reset"]) expect(message).toContain(word)
  expect((await findSession(testShop.shop, token))?.user.role).toBe("user")
})

test("a reset gives the account a new password and ends its sessions, and no one else's", async () => {
  const impostor = await aMember(testShop.shop, { email: "chief@shop.example" })
  const token = await aSession(testShop.shop, impostor)
  const { ok, message } = await grantAdmin(testShop.shop, "chief@shop.example", "reset")
  expect(ok).toBe(true)
  expect(await signedInUserId(testShop.shop, token)).toBeNull()
  await expect(signIn("chief@shop.example", PASSWORD)).rejects.toThrow("Invalid email or password")
  expect((await signIn("chief@shop.example", passwordIn(message))).userId).toBe(impostor.id)
  expect(await auditOf(impostor.id)).toEqual({ actor_name: "Operator", action: "administrator.reset" })
})

test("a promoted member keeps the password and signs in again", async () => {
  const member = await aMember(testShop.shop)
  const token = await aSession(testShop.shop, member)
  const { ok, message } = await grantAdmin(testShop.shop, member.email, "promote")
  expect(ok).toBe(true)
  expect(message).toContain("with the password of the account")
  expect(await findSession(testShop.shop, token)).toBeNull()
  await signIn(member.email, PASSWORD)
  expect(await auditOf(member.id)).toEqual({ actor_name: "Operator", action: "administrator.promoted" })
})

test.each(["promote", "reset"] as const)("without a person to %s nothing is created", async (consent) => {
  const { ok, message } = await grantAdmin(testShop.shop, "typo@shop.example", consent)
  expect(ok).toBe(false)
  expect(message).toContain("There is no account")
  expect((await grantAdmin(testShop.shop, "typo@shop.example", consent)).ok).toBe(false)
})

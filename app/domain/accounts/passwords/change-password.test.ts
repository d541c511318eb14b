import { afterAll, beforeAll, expect, test } from "vitest"
import { startSignedInSession } from "~/domain/cart/sign-in.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { findSession } from "../sessions/sessions.server"
import { authenticate } from "./authenticate.server"
import { changePassword } from "./change-password.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const to = (newPassword: string, oldPassword = PASSWORD) => ({ oldPassword, newPassword, confirmPassword: newPassword })

test("a new password works, the old one does not, and every device is signed out: this one gets a new session", async () => {
  const member = await aMember(testShop.shop)
  const [here, elsewhere] = [await aSession(testShop.shop, member), await aSession(testShop.shop, member)]
  const session = await findSession(testShop.shop, here)
  const proof = await changePassword(testShop.shop, member, to("a new long password"), session)
  expect([await signedInUserId(testShop.shop, here), await signedInUserId(testShop.shop, elsewhere)]).toEqual([
    null,
    null,
  ])
  const device = { userAgent: "", address: "192.0.2.1" }
  const { token } = (await startSignedInSession(testShop.shop, proof, { device, cart: [], token: here })).session
  expect(await signedInUserId(testShop.shop, token)).toBe(member.id)
  await authenticate(testShop.shop, { email: member.email, password: "a new long password" }, "192.0.2.1")
  const old = authenticate(testShop.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await expect(old).rejects.toMatchObject({ kind: "badCredentials" })
})

test("a change is confirmed by mail", async () => {
  const member = await aMember(testShop.shop, { email: "told@shop.example" })
  await changePassword(testShop.shop, member, to("a new long password"))
  const mails = await testShop.shop.db
    .selectFrom("mails")
    .select(["kind", "subject"])
    .where("recipient", "=", "told@shop.example")
    .where("kind", "<>", "welcome")
    .execute()
  expect(mails).toEqual([{ kind: "password-changed", subject: "Your Counter password was changed" }])
})

test("a wrong old password changes nothing, and ten of them lock the form", async () => {
  const member = await aMember(testShop.shop)
  const wrong = () => changePassword(testShop.shop, member, to("a new long password", "wrong horse"))
  for (let i = 0; i < 10; i++) {
    await expect(wrong()).rejects.toMatchObject({
      kind: "invalid",
      message: "Invalid old password",
      field: "oldPassword",
    })
  }
  await expect(wrong()).rejects.toMatchObject({ kind: "tooMany" })
})

test("wrong old passwords in a stolen session do not lock the owner out elsewhere", async () => {
  const member = await aMember(testShop.shop)
  const [stolen, own] = [await aSession(testShop.shop, member), await aSession(testShop.shop, member)]
  const thief = await findSession(testShop.shop, stolen)
  for (let i = 0; i < 12; i++) {
    await changePassword(testShop.shop, member, to("a new long password", "wrong horse"), thief).catch(() => {})
  }
  await authenticate(testShop.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await changePassword(testShop.shop, member, to("a new long password"), await findSession(testShop.shop, own))
})

test("a common new password is refused at its field", async () => {
  const member = await aMember(testShop.shop)
  const weak = changePassword(testShop.shop, member, to("password123"))
  await expect(weak).rejects.toMatchObject({ kind: "invalid", field: "newPassword" })
})

test("of two concurrent changes one succeeds", async () => {
  const member = await aMember(testShop.shop)
  const tries = await Promise.allSettled([
    changePassword(testShop.shop, member, to("first new password")),
    changePassword(testShop.shop, member, to("second new password")),
  ])
  expect(tries.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"])
})

import { afterAll, beforeAll, expect, test } from "vitest"
import { startSignedInSession } from "~/domain/cart/sign-in.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { findSession } from "../sessions/sessions.server"
import { authenticate } from "./authenticate.server"
import { changePassword } from "./change-password.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

const to = (newPassword: string, oldPassword = PASSWORD) => ({ oldPassword, newPassword, confirmPassword: newPassword })

test("a new password opens, the old one does not, and every device is signed out: this one signs in anew", async () => {
  const member = await aMember(world.shop)
  const [here, elsewhere] = [await aSession(world.shop, member), await aSession(world.shop, member)]
  const session = await findSession(world.shop, here)
  const proof = await changePassword(world.shop, member, to("a new long password"), session)
  expect([await signedInUserId(world.shop, here), await signedInUserId(world.shop, elsewhere)]).toEqual([null, null])
  const device = { userAgent: "", address: "192.0.2.1" }
  const { token } = (await startSignedInSession(world.shop, proof, { device, cart: [], token: here })).session
  expect(await signedInUserId(world.shop, token)).toBe(member.id)
  await authenticate(world.shop, { email: member.email, password: "a new long password" }, "192.0.2.1")
  const old = authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await expect(old).rejects.toMatchObject({ kind: "badCredentials" })
})

test("a change is announced by mail", async () => {
  const member = await aMember(world.shop, { email: "told@shop.example" })
  await changePassword(world.shop, member, to("a new long password"))
  const mails = await world.shop.db
    .selectFrom("mails")
    .select(["kind", "subject"])
    .where("recipient", "=", "told@shop.example")
    .where("kind", "<>", "welcome")
    .execute()
  expect(mails).toEqual([{ kind: "password-changed", subject: "Your Counter password was changed" }])
})

test("a wrong old password changes nothing, and ten of them close the door", async () => {
  const member = await aMember(world.shop)
  const wrong = () => changePassword(world.shop, member, to("a new long password", "wrong horse"))
  for (let i = 0; i < 10; i++) {
    await expect(wrong()).rejects.toMatchObject({
      kind: "invalid",
      message: "Invalid old password",
      field: "oldPassword",
    })
  }
  await expect(wrong()).rejects.toMatchObject({ kind: "tooMany" })
})

test("wrong old passwords in a stolen session keep nobody out elsewhere, neither from changing nor from signing in", async () => {
  const member = await aMember(world.shop)
  const [stolen, own] = [await aSession(world.shop, member), await aSession(world.shop, member)]
  const thief = await findSession(world.shop, stolen)
  for (let i = 0; i < 12; i++) {
    await changePassword(world.shop, member, to("a new long password", "wrong horse"), thief).catch(() => {})
  }
  await authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await changePassword(world.shop, member, to("a new long password"), await findSession(world.shop, own))
})

test("a common new password is refused at its field", async () => {
  const member = await aMember(world.shop)
  const weak = changePassword(world.shop, member, to("password123"))
  await expect(weak).rejects.toMatchObject({ kind: "invalid", field: "newPassword" })
})

test("of two changes at once one happens", async () => {
  const member = await aMember(world.shop)
  const tries = await Promise.allSettled([
    changePassword(world.shop, member, to("first new password")),
    changePassword(world.shop, member, to("second new password")),
  ])
  expect(tries.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"])
})

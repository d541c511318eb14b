import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember, anAdmin, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { accountLimits } from "../account-limits"
import { listDevices, sweepSessions } from "./session-list.server"
import { findSession } from "./sessions.server"
import { signOutDevice, signOutOtherDevices } from "./sign-out.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test("a member sees their sessions, and signs one device out", async () => {
  const member = await aMember(testShop.shop)
  const [phone, laptop] = [await aSession(testShop.shop, member), await aSession(testShop.shop, member)]
  expect(await listDevices(testShop.shop, member)).toHaveLength(2)
  const id = (await findSession(testShop.shop, phone))?.id ?? ""
  await signOutDevice(testShop.shop, member, { id, password: PASSWORD })
  expect(await signedInUserId(testShop.shop, phone)).toBeNull()
  expect(await signedInUserId(testShop.shop, laptop)).toBe(member.id)
})

test("no one can sign out someone else's device", async () => {
  const [ada, eve] = [await aMember(testShop.shop), await aMember(testShop.shop)]
  const token = await aSession(testShop.shop, ada)
  const id = (await findSession(testShop.shop, token))?.id ?? ""
  await signOutDevice(testShop.shop, eve, { id, password: PASSWORD })
  expect(await signedInUserId(testShop.shop, token)).toBe(ada.id)
})

test("all other devices can be signed out together", async () => {
  const member = await aMember(testShop.shop)
  const tokens = [
    await aSession(testShop.shop, member),
    await aSession(testShop.shop, member),
    await aSession(testShop.shop, member),
  ]
  const here = await findSession(testShop.shop, tokens[0] ?? "")
  await signOutOtherDevices(testShop.shop, member, PASSWORD, here)
  expect(await Promise.all(tokens.map((token) => signedInUserId(testShop.shop, token)))).toEqual([
    member.id,
    null,
    null,
  ])
})

test("without the password no other device can be signed out", async () => {
  const member = await aMember(testShop.shop)
  const [here, there] = [await aSession(testShop.shop, member), await aSession(testShop.shop, member)]
  const [thief, owner] = [await findSession(testShop.shop, here), await findSession(testShop.shop, there)]
  const wrong = { kind: "invalid", field: "password", message: "This is not your password" }
  const guess = () => signOutDevice(testShop.shop, member, { id: owner?.id ?? "", password: "wrong horse" }, thief)
  await expect(signOutOtherDevices(testShop.shop, member, "wrong horse", thief)).rejects.toMatchObject(wrong)
  for (let i = 0; i < 9; i++) await expect(guess()).rejects.toMatchObject(wrong)
  await expect(guess()).rejects.toMatchObject({ kind: "tooMany" })
  expect(await signedInUserId(testShop.shop, there)).toBe(member.id)
  await signOutOtherDevices(testShop.shop, member, PASSWORD, owner)
  expect(await signedInUserId(testShop.shop, here)).toBeNull()
})

test("expired and revoked sessions are neither shown nor stored", async () => {
  const own = await openTestShop()
  const member = await aMember(own.shop)
  await aSession(own.shop, member)
  await aSession(own.shop, await anAdmin(own.shop))
  own.clock.advance({ hours: 12 })
  await sweepSessions(own.shop)
  const left = await own.shop.db.selectFrom("sessions").select("user_id").execute()
  expect(left).toEqual([{ user_id: member.id }])
  own.clock.advance({ days: 31 })
  expect(await listDevices(own.shop, member)).toEqual([])
  await sweepSessions(own.shop)
  expect(await own.shop.db.selectFrom("sessions").selectAll().execute()).toEqual([])
  await own.close()
})

test("a correct password can be confirmed sixty times in a quarter of an hour, in all sessions together", async () => {
  const member = await aMember(testShop.shop)
  const confirm = () => signOutDevice(testShop.shop, member, { id: "f".repeat(24), password: PASSWORD })
  await confirm()
  for (let i = 1; i < 60; i++) await testShop.shop.limits.consume(accountLimits.confirmOfMember, member.id)
  await expect(confirm()).rejects.toMatchObject({ kind: "tooMany" })
})

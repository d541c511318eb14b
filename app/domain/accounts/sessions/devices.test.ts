import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember, anAdmin, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { accountLimits } from "../account-limits"
import { listDevices, sweepSessions } from "./session-list.server"
import { findSession } from "./sessions.server"
import { signOutDevice, signOutOtherDevices } from "./sign-out-devices.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

test("somebody sees where they are signed in, and signs one device out", async () => {
  const member = await aMember(world.shop)
  const [phone, laptop] = [await aSession(world.shop, member), await aSession(world.shop, member)]
  expect(await listDevices(world.shop, member)).toHaveLength(2)
  const id = (await findSession(world.shop, phone))?.id ?? ""
  await signOutDevice(world.shop, member, { id, password: PASSWORD })
  expect(await signedInUserId(world.shop, phone)).toBeNull()
  expect(await signedInUserId(world.shop, laptop)).toBe(member.id)
})

test("nobody signs somebody else's device out", async () => {
  const [ada, eve] = [await aMember(world.shop), await aMember(world.shop)]
  const token = await aSession(world.shop, ada)
  const id = (await findSession(world.shop, token))?.id ?? ""
  await signOutDevice(world.shop, eve, { id, password: PASSWORD })
  expect(await signedInUserId(world.shop, token)).toBe(ada.id)
})

test("all other devices are signed out at once", async () => {
  const member = await aMember(world.shop)
  const tokens = [
    await aSession(world.shop, member),
    await aSession(world.shop, member),
    await aSession(world.shop, member),
  ]
  const here = await findSession(world.shop, tokens[0] ?? "")
  await signOutOtherDevices(world.shop, member, PASSWORD, here)
  expect(await Promise.all(tokens.map((token) => signedInUserId(world.shop, token)))).toEqual([member.id, null, null])
})

test("who does not know the password signs nobody out", async () => {
  const member = await aMember(world.shop)
  const [here, there] = [await aSession(world.shop, member), await aSession(world.shop, member)]
  const [thief, owner] = [await findSession(world.shop, here), await findSession(world.shop, there)]
  const wrong = { kind: "invalid", field: "password", message: "This is not your password" }
  const guess = () => signOutDevice(world.shop, member, { id: owner?.id ?? "", password: "wrong horse" }, thief)
  await expect(signOutOtherDevices(world.shop, member, "wrong horse", thief)).rejects.toMatchObject(wrong)
  for (let i = 0; i < 9; i++) await expect(guess()).rejects.toMatchObject(wrong)
  await expect(guess()).rejects.toMatchObject({ kind: "tooMany" })
  expect(await signedInUserId(world.shop, there)).toBe(member.id)
  await signOutOtherDevices(world.shop, member, PASSWORD, owner)
  expect(await signedInUserId(world.shop, here)).toBeNull()
})

test("sessions that nobody may use any more are neither shown nor kept", async () => {
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

test("a right password may be confirmed sixty times in a quarter of an hour, in all sessions together", async () => {
  const member = await aMember(world.shop)
  const confirm = () => signOutDevice(world.shop, member, { id: "f".repeat(24), password: PASSWORD })
  await confirm()
  for (let i = 1; i < 60; i++) await world.shop.limits.consume(accountLimits.confirmOfMember, member.id)
  await expect(confirm()).rejects.toMatchObject({ kind: "tooMany" })
})

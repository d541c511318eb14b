import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember, aSession, whoIs } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { endSessions, listDevices, signOutDevice, sweepSessions } from "./session-list.server"
import { findSession } from "./sessions.server"

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
  await signOutDevice(world.shop, member, id)
  expect(await whoIs(world.shop, phone)).toBeNull()
  expect(await whoIs(world.shop, laptop)).toBe(member.id)
})

test("nobody signs somebody else's device out", async () => {
  const [ada, eve] = [await aMember(world.shop), await aMember(world.shop)]
  const token = await aSession(world.shop, ada)
  await signOutDevice(world.shop, eve, (await findSession(world.shop, token))?.id ?? "")
  expect(await whoIs(world.shop, token)).toBe(ada.id)
})

test("all other devices are signed out at once", async () => {
  const member = await aMember(world.shop)
  const tokens = [
    await aSession(world.shop, member),
    await aSession(world.shop, member),
    await aSession(world.shop, member),
  ]
  const here = await findSession(world.shop, tokens[0] ?? "")
  expect(await endSessions(world.shop, member.id, here?.id)).toBe(2)
  expect(await Promise.all(tokens.map((token) => whoIs(world.shop, token)))).toEqual([member.id, null, null])
})

test("sessions that nobody may use any more are neither shown nor kept", async () => {
  const own = await openTestShop()
  const member = await aMember(own.shop)
  await aSession(own.shop, member)
  own.clock.advance({ days: 31 })
  expect(await listDevices(own.shop, member)).toEqual([])
  await sweepSessions(own.shop)
  expect(await own.shop.db.selectFrom("sessions").selectAll().execute()).toEqual([])
  await own.close()
})

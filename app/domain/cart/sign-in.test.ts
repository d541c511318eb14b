import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember, anAdmin, aSession, PASSWORD, whoIs } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { authenticate } from "../accounts/authenticate.server"
import { changePassword } from "../accounts/change-password.server"
import { registerUser } from "../accounts/register.server"
import { endSession, findSession } from "../accounts/sessions.server"
import { newObjectId } from "../object-id.server"
import { startVisit } from "./sign-in.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

const arrival = { device: { userAgent: "", address: "192.0.2.1" }, cart: [], token: null }

async function aProduct(): Promise<string> {
  const id = newObjectId(world.shop.now())
  await world.shop.db.insertInto("products").values({ id, name: "Kettle", category: "Kitchen", price: 2500 }).execute()
  return id
}

test("somebody registers, and signs in with the same email in any case", async () => {
  const { shop } = world
  await registerUser(shop, { name: "Ada", email: "Ada@Shop.example", password: PASSWORD }, { address: "192.0.2.1" })
  const proof = await authenticate(shop, { email: "ada@shop.EXAMPLE", password: PASSWORD }, "192.0.2.1")
  const { token, user } = await startVisit(shop, proof, arrival)
  expect(user).toMatchObject({ name: "Ada", email: "Ada@Shop.example", role: "user" })
  expect(await whoIs(shop, token)).toBe(user.id)
})

test("signing in replaces the session that the browser had, and leaves those of other browsers", async () => {
  const member = await aMember(world.shop)
  const [here, elsewhere] = [await aSession(world.shop, member), await aSession(world.shop, member)]
  const proof = await authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  const { token } = await startVisit(world.shop, proof, { ...arrival, token: here })
  expect(token).not.toBe(here)
  expect(await whoIs(world.shop, here)).toBeNull()
  expect(await whoIs(world.shop, elsewhere)).toBe(member.id)
})

test("the browser's cart joins the account's, and the browser's lines win", async () => {
  const member = await aMember(world.shop)
  const [kettle, lamp, gone] = [await aProduct(), await aProduct(), newObjectId(world.shop.now())]
  const proof = await authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await startVisit(world.shop, proof, { ...arrival, cart: [{ product: kettle, quantity: 1 }] })
  const second = [
    { product: lamp, quantity: 2 },
    { product: kettle, quantity: 5 },
    { product: gone, quantity: 1 },
  ]
  const { token, cart } = await startVisit(world.shop, proof, { ...arrival, cart: second })
  expect(cart).toEqual(second)
  expect((await findSession(world.shop, token))?.cart).toEqual(second.slice(0, 2))
})

test("who proved to be somebody with a password that was changed meanwhile stays outside", async () => {
  const member = await aMember(world.shop)
  const proof = await authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  const change = { oldPassword: PASSWORD, newPassword: "another long one", confirmPassword: "another long one" }
  await changePassword(world.shop, member, change)
  await expect(startVisit(world.shop, proof, arrival)).rejects.toMatchObject({ kind: "unauthenticated" })
})

test("a session ends for real: the same secret opens nothing afterwards", async () => {
  const token = await aSession(world.shop, await aMember(world.shop))
  await endSession(world.shop, token)
  expect(await whoIs(world.shop, token)).toBeNull()
})

test("the table keeps no secret that would open a session", async () => {
  const token = await aSession(world.shop, await aMember(world.shop))
  const rows = await world.shop.db.selectFrom("sessions").selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test("shoppers stay signed in for thirty days without a visit, and every visit begins the days anew", async () => {
  const own = await openTestShop()
  const member = await aMember(own.shop)
  const token = await aSession(own.shop, member)
  own.clock.advance({ days: 29 })
  expect(await findSession(own.shop, token)).toMatchObject({ renewed: true })
  expect(await findSession(own.shop, token)).toMatchObject({ renewed: false })
  own.clock.advance({ days: 29 })
  expect(await whoIs(own.shop, token)).toBe(member.id)
  own.clock.advance({ days: 31 })
  expect(await whoIs(own.shop, token)).toBeNull()
  await own.close()
})

test("administrators stay signed in for twelve hours without a visit", async () => {
  const own = await openTestShop()
  const admin = await anAdmin(own.shop)
  const token = await aSession(own.shop, admin)
  own.clock.advance({ hours: 11 })
  expect(await whoIs(own.shop, token)).toBe(admin.id)
  own.clock.advance({ hours: 13 })
  expect(await whoIs(own.shop, token)).toBeNull()
  await own.close()
})

import { afterAll, beforeAll, expect, test } from "vitest"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { changePassword } from "~/domain/accounts/passwords/change-password.server"
import { registerUser } from "~/domain/accounts/registration/register.server"
import { endSession, findSession } from "~/domain/accounts/sessions/sessions.server"
import { DAY } from "~/domain/durations"
import { newObjectId } from "~/domain/object-id.server"
import { updateUser } from "~/domain/staff/users/users.server"
import { aMember, anAdmin, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { startSignedInSession } from "./sign-in.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const arrival = { device: { userAgent: "", address: "192.0.2.1" }, cart: [], token: null }

async function aProduct(): Promise<string> {
  const id = newObjectId(testShop.shop.now())
  await testShop.shop.db
    .insertInto("products")
    .values({ id, name: "Kettle", category: "Kitchen", price: 2500 })
    .execute()
  return id
}

test("a new member signs in with the same email address in any case", async () => {
  const { shop } = testShop
  await registerUser(shop, { name: "Ada", email: "Ada@Shop.example", password: PASSWORD }, { address: "192.0.2.1" })
  const proof = await authenticate(shop, { email: "ada@shop.EXAMPLE", password: PASSWORD }, "192.0.2.1")
  const { session, user } = await startSignedInSession(shop, proof, arrival)
  expect(user).toMatchObject({ name: "Ada", email: "Ada@Shop.example", role: "user" })
  expect(await signedInUserId(shop, session.token)).toBe(user.id)
})

test("signing in replaces the browser's session, and leaves those of other browsers", async () => {
  const member = await aMember(testShop.shop)
  const [here, elsewhere] = [await aSession(testShop.shop, member), await aSession(testShop.shop, member)]
  const proof = await authenticate(testShop.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  const { token } = (await startSignedInSession(testShop.shop, proof, { ...arrival, token: here })).session
  expect(token).not.toBe(here)
  expect(await signedInUserId(testShop.shop, here)).toBeNull()
  expect(await signedInUserId(testShop.shop, elsewhere)).toBe(member.id)
})

test("the browser's cart is merged into the account's, and the browser's lines win", async () => {
  const member = await aMember(testShop.shop)
  const [kettle, lamp, gone] = [await aProduct(), await aProduct(), newObjectId(testShop.shop.now())]
  const proof = await authenticate(testShop.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  await startSignedInSession(testShop.shop, proof, { ...arrival, cart: [{ variantId: kettle, quantity: 1 }] })
  const second = [
    { variantId: lamp, quantity: 2 },
    { variantId: kettle, quantity: 5 },
    { variantId: gone, quantity: 1 },
  ]
  const { session, cart } = await startSignedInSession(testShop.shop, proof, { ...arrival, cart: second })
  expect(cart).toEqual(second)
  expect((await findSession(testShop.shop, session.token))?.cart).toEqual(second.slice(0, 2))
})

test("a verified password that has changed in the meantime opens no session", async () => {
  const member = await aMember(testShop.shop)
  const proof = await authenticate(testShop.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
  const change = { oldPassword: PASSWORD, newPassword: "another long one", confirmPassword: "another long one" }
  await changePassword(testShop.shop, member, change)
  await expect(startSignedInSession(testShop.shop, proof, arrival)).rejects.toMatchObject({ kind: "unauthenticated" })
})

test("a session that ended cannot be used again", async () => {
  const token = await aSession(testShop.shop, await aMember(testShop.shop))
  await endSession(testShop.shop, token)
  expect(await signedInUserId(testShop.shop, token)).toBeNull()
})

test("the table stores no secret that would open a session", async () => {
  const token = await aSession(testShop.shop, await aMember(testShop.shop))
  const rows = await testShop.shop.db.selectFrom("sessions").selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test("a session ends after thirty days, however often it is used", async () => {
  const own = await openTestShop()
  const member = await aMember(own.shop)
  const token = await aSession(own.shop, member)
  const { expiresAt, proof } = (await findSession(own.shop, token)) ?? {}
  const at = new Date((expiresAt?.getTime() ?? 0) - 30 * DAY)
  expect(proof).toEqual({ factors: ["password"], at, hasSecondFactor: false })
  for (let day = 1; day < 30; day++) {
    own.clock.advance({ days: 1 })
    expect(await findSession(own.shop, token)).toMatchObject({ expiresAt, proof })
  }
  own.clock.advance({ days: 1 })
  expect(await signedInUserId(own.shop, token)).toBeNull()
  await own.close()
})

test("an administrator's session ends after twelve hours, however often it is used", async () => {
  const own = await openTestShop()
  const admin = await anAdmin(own.shop)
  const token = await aSession(own.shop, admin)
  for (let hour = 1; hour < 12; hour++) {
    own.clock.advance({ hours: 1 })
    expect(await signedInUserId(own.shop, token)).toBe(admin.id)
  }
  own.clock.advance({ hours: 1 })
  expect(await signedInUserId(own.shop, token)).toBeNull()
  await own.close()
})

test("a new administrator has to sign in again, for an administrator's session", async () => {
  const own = await openTestShop()
  const boss = await anAdmin(own.shop)
  const member = await aMember(own.shop)
  const old = await aSession(own.shop, member)
  await updateUser(own.shop, boss, member.id, { name: member.name, email: member.email, role: "admin" })
  expect(await signedInUserId(own.shop, old)).toBeNull()
  const fresh = await aSession(own.shop, member)
  own.clock.advance({ hours: 11 })
  expect(await signedInUserId(own.shop, fresh)).toBe(member.id)
  own.clock.advance({ hours: 2 })
  expect(await signedInUserId(own.shop, fresh)).toBeNull()
  await own.close()
})

test("an account keeps the hundred sessions used last", async () => {
  const member = await aMember(testShop.shop)
  const values = Array.from({ length: 105 }, (_, i) => ({
    id: newObjectId(testShop.shop.now()),
    token_hash: `${member.id} ${i}`,
    user_id: member.id,
    last_seen_at: new Date(Date.now() - (i + 1) * 60_000),
  }))
  await testShop.shop.db.insertInto("sessions").values(values).execute()
  const newest = await aSession(testShop.shop, member)
  const rows = await testShop.shop.db
    .selectFrom("sessions")
    .select("token_hash")
    .where("user_id", "=", member.id)
    .execute()
  expect(rows).toHaveLength(100)
  expect(rows.map((row) => row.token_hash)).toEqual(
    expect.arrayContaining(values.slice(0, 99).map((row) => row.token_hash)),
  )
  expect(await signedInUserId(testShop.shop, newest)).toBe(member.id)
})

import { afterEach, beforeEach, expect, test } from "vitest"
import { aMember, anAdmin, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { hasNoUsers, randomPassword } from "./administrators.server"
import { ensureAdmin, promoteUser } from "./operator.server"
import { authenticate } from "./passwords/authenticate.server"

let world: TestShop
beforeEach(async () => {
  world = await openTestShop()
})
afterEach(() => world.close())

const opens = (email: string, password: string) =>
  authenticate(world.shop, { email, password }, "192.0.2.1").then(
    () => true,
    () => false,
  )

test("an empty shop gets its administrator, once, however many processes start", async () => {
  expect(await hasNoUsers(world.shop)).toBe(true)
  const made = await Promise.all([1, 2, 3].map(() => ensureAdmin(world.shop, "boss@shop.example", "a boss's password")))
  expect(made.sort()).toEqual(["made", "present", "present"])
  expect(await hasNoUsers(world.shop)).toBe(false)
  expect(await opens("boss@shop.example", "a boss's password")).toBe(true)
})

test("an administrator who changed the password keeps it", async () => {
  const admin = await anAdmin(world.shop)
  expect(await ensureAdmin(world.shop, admin.email, "another password")).toBe("present")
  expect(await opens(admin.email, PASSWORD)).toBe(true)
})

test("whoever registered the administrator's email before gains nothing by it", async () => {
  const squatter = await aMember(world.shop, { email: "boss@shop.example" })
  const token = await aSession(world.shop, squatter)
  expect(await ensureAdmin(world.shop, "BOSS@shop.example", "a boss's password")).toBe("reset")
  expect(await signedInUserId(world.shop, token)).toBeNull()
  expect(await opens("boss@shop.example", PASSWORD)).toBe(false)
  expect(await opens("boss@shop.example", "a boss's password")).toBe(true)
})

test("an operator promotes somebody who has an account", async () => {
  const member = await aMember(world.shop)
  expect(await promoteUser(world.shop, member.email.toUpperCase())).toBe(true)
  expect(await promoteUser(world.shop, "nobody@shop.example")).toBe(false)
  expect(await opens(member.email, PASSWORD)).toBe(true)
})

test("passwords that the shop makes are long and never the same", () => {
  expect(randomPassword()).toMatch(/^([a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/)
  expect(new Set(Array.from({ length: 100 }, randomPassword)).size).toBe(100)
})

import { afterEach, beforeEach, expect, test } from "vitest"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { aMember, anAdmin, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { ensureAdmin, hasNoUsers, promoteUser, randomPassword } from "./operator.server"

let testShop: TestShop
beforeEach(async () => {
  testShop = await openTestShop()
})
afterEach(() => testShop.close())

const opens = (email: string, password: string) =>
  authenticate(testShop.shop, { email, password }, "192.0.2.1").then(
    () => true,
    () => false,
  )

test("an empty shop gets its administrator once, however many processes start", async () => {
  expect(await hasNoUsers(testShop.shop)).toBe(true)
  const made = await Promise.all(
    [1, 2, 3].map(() => ensureAdmin(testShop.shop, "boss@shop.example", "a boss's password")),
  )
  expect(made.sort()).toEqual(["made", "present", "present"])
  expect(await hasNoUsers(testShop.shop)).toBe(false)
  expect(await opens("boss@shop.example", "a boss's password")).toBe(true)
})

test("an administrator who changed the password keeps it", async () => {
  const admin = await anAdmin(testShop.shop)
  expect(await ensureAdmin(testShop.shop, admin.email, "another password")).toBe("present")
  expect(await opens(admin.email, PASSWORD)).toBe(true)
})

test("someone who registered the administrator's email address before gains nothing", async () => {
  const squatter = await aMember(testShop.shop, { email: "boss@shop.example" })
  const token = await aSession(testShop.shop, squatter)
  expect(await ensureAdmin(testShop.shop, "BOSS@shop.example", "a boss's password")).toBe("reset")
  expect(await signedInUserId(testShop.shop, token)).toBeNull()
  expect(await opens("boss@shop.example", PASSWORD)).toBe(false)
  expect(await opens("boss@shop.example", "a boss's password")).toBe(true)
})

test("an operator promotes a person who has an account", async () => {
  const member = await aMember(testShop.shop)
  expect(await promoteUser(testShop.shop, member.email.toUpperCase())).toBe(true)
  expect(await promoteUser(testShop.shop, "nobody@shop.example")).toBe(false)
  expect(await opens(member.email, PASSWORD)).toBe(true)
})

test("generated passwords are long and unique", () => {
  expect(randomPassword()).toMatch(/^([a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/)
  expect(new Set(Array.from({ length: 100 }, randomPassword)).size).toBe(100)
})

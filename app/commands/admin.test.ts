import { afterAll, beforeAll, expect, test } from "vitest"
import { authenticate } from "~/domain/accounts/authenticate.server"
import { findSession } from "~/domain/accounts/sessions.server"
import { aMember, aSession, PASSWORD } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { appoint } from "./admin.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

test("an administrator is made with a password that the operator is told once", async () => {
  const sentence = await appoint(world.shop, "boss@shop.example")
  const password = /with the password (\S+)$/.exec(sentence)?.[1] ?? ""
  await authenticate(world.shop, { email: "boss@shop.example", password }, "192.0.2.1")
  expect(await appoint(world.shop, "boss@shop.example")).not.toContain(password)
})

test("somebody with an account becomes an administrator, keeps the password and stays signed in", async () => {
  const member = await aMember(world.shop)
  const token = await aSession(world.shop, member)
  expect(await appoint(world.shop, member.email)).toContain("with the password of the account")
  expect((await findSession(world.shop, token))?.user.role).toBe("admin")
  await authenticate(world.shop, { email: member.email, password: PASSWORD }, "192.0.2.1")
})

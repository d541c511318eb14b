import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { authenticate } from "./authenticate.server"
import { registerUser } from "./register.server"
import { findSession } from "./sessions.server"
import { startVisit } from "./sign-in.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

const device = { userAgent: "", address: "192.0.2.1" }
const arrival = { device, cart: [], token: null }

test("somebody registers, and signs in with the same e-mail address in any case", async () => {
  const { shop } = world
  await registerUser(
    shop,
    { name: "Ada", email: "Ada@Example.test", password: "correct horse" },
    { address: "192.0.2.1" },
  )
  const proof = await authenticate(shop, { email: "ada@example.TEST", password: "correct horse" }, "192.0.2.1")
  const { token, user } = await startVisit(shop, proof, arrival)
  expect(user).toMatchObject({ name: "Ada", email: "Ada@Example.test", role: "user" })
  expect((await findSession(shop, token))?.user.id).toBe(user.id)
})

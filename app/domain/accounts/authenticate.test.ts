import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { authenticate } from "./authenticate.server"
import { registerUser } from "./register.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

let people = 0
async function somebody() {
  const email = `person${++people}@shop.example`
  await registerUser(world.shop, { name: "Somebody", email, password: "correct horse" }, { address: "198.51.100.1" })
  return email
}

const login = (email: string, password: string, address: string) =>
  authenticate(world.shop, { email, password }, address).then(
    () => "in",
    (error) => error.kind as string,
  )

/** The limiter's window ends by the database's own clock, so the test moves that. */
const letTimePass = () =>
  world.shop.db
    .updateTable("rate_limits")
    .set({ expire: Date.now() - 1 })
    .execute()

test("an unknown email and a wrong password get the same words", async () => {
  const email = await somebody()
  const wrong = authenticate(world.shop, { email, password: "wrong horse" }, "192.0.2.1")
  const unknown = authenticate(world.shop, { email: "nobody@shop.example", password: "wrong horse" }, "192.0.2.1")
  await expect(wrong).rejects.toMatchObject({ kind: "badCredentials", message: "Invalid email or password" })
  await expect(unknown).rejects.toMatchObject({ kind: "badCredentials", message: "Invalid email or password" })
})

test("after ten failures an account is closed for a quarter of an hour, from everywhere, also to the right password", async () => {
  const email = await somebody()
  for (let i = 0; i < 10; i++) expect(await login(email, "wrong horse", `192.0.2.${i}`)).toBe("badCredentials")
  await expect(
    authenticate(world.shop, { email: email.toUpperCase(), password: "correct horse" }, "192.0.2.99"),
  ).rejects.toMatchObject({
    kind: "tooMany",
    retryAfter: expect.toSatisfy((seconds) => seconds > 880 && seconds <= 900),
  })
  await letTimePass()
  expect(await login(email, "correct horse", "192.0.2.99")).toBe("in")
})

test("an email that nobody has is closed after ten failures too, so that the limit tells nothing", async () => {
  for (let i = 0; i < 10; i++) await login("ghost@shop.example", "wrong horse", `192.0.2.${100 + i}`)
  expect(await login("ghost@shop.example", "wrong horse", "192.0.2.120")).toBe("tooMany")
})

test("of 30 wrong passwords at once, no more than ten are looked at", async () => {
  const email = await somebody()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => login(email, "wrong horse", `203.0.113.${i}`)))
  expect(answers.filter((answer) => answer === "badCredentials")).toHaveLength(10)
  expect(answers.filter((answer) => answer === "tooMany")).toHaveLength(20)
})

test("only failures count: a hundred sign-ins from one address are fine, one after the other and many at once", async () => {
  const email = await somebody()
  for (let i = 0; i < 12; i++) expect(await login(email, "correct horse", "192.0.2.200")).toBe("in")
  const others = await Promise.all(Array.from({ length: 55 }, somebody))
  const answers = await Promise.all(others.map((other) => login(other, "correct horse", "192.0.2.200")))
  expect(answers.every((answer) => answer === "in")).toBe(true)
})

test("after fifty failures an address is closed, for every account and for the right password", async () => {
  const email = await somebody()
  for (let i = 0; i < 50; i++) {
    expect(await login(`guess${i}@shop.example`, "wrong horse", "2001:db8::1")).toBe("badCredentials")
  }
  expect(await login(email, "correct horse", "2001:db8::2")).toBe("tooMany")
  expect(await login(email, "correct horse", "2001:db8:1::2")).toBe("in")
})

import { afterAll, beforeAll, expect, test } from "vitest"
import type { RateLimitRule } from "~/domain/rate-limits"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { accountLimits } from "../account-limits"
import { accountKey } from "../rate-limit-keys.server"
import { registerUser } from "../registration/register.server"
import { type KnownDevice, withAccount } from "../sessions/known-device"
import { authenticate } from "./authenticate.server"
import { withPasswordHasher } from "./passwords.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

let people = 0
async function registeredEmail() {
  const email = `person${++people}@shop.example`
  await registerUser(testShop.shop, { name: "Somebody", email, password: "correct horse" }, { address: "198.51.100.1" })
  return email
}

let devices = 0
/** A device on which the account's owner has signed in before */
async function aDeviceOf(email: string): Promise<KnownDevice> {
  const { id } = await testShop.shop.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow()
  return withAccount({ id: `device${++devices}`, accounts: [] }, id)
}

const login = (email: string, password: string, address: string, device?: KnownDevice) =>
  authenticate(testShop.shop, { email, password }, address, device).then(
    () => "in",
    (error) => error.kind as string,
  )

/** The limiter's window ends by the database's own clock, so the test moves that. */
const expireAttempts = () =>
  testShop.shop.db
    .updateTable("rate_limits")
    .set({ expire: Date.now() - 1 })
    .execute()

test("an unknown email and a wrong password get the same words", async () => {
  const email = await registeredEmail()
  const wrong = authenticate(testShop.shop, { email, password: "wrong horse" }, "192.0.2.1")
  const unknown = authenticate(testShop.shop, { email: "nobody@shop.example", password: "wrong horse" }, "192.0.2.1")
  const words = { kind: "badCredentials", message: "Invalid email or password" }
  await Promise.all([expect(wrong).rejects.toMatchObject(words), expect(unknown).rejects.toMatchObject(words)])
})

test("after ten failures from one address an account is locked for it for a quarter of an hour, even with the right password", async () => {
  const email = await registeredEmail()
  for (let i = 0; i < 10; i++) expect(await login(email, "wrong horse", "192.0.2.7")).toBe("badCredentials")
  await expect(
    authenticate(testShop.shop, { email: email.toUpperCase(), password: "correct horse" }, "192.0.2.7"),
  ).rejects.toMatchObject({
    kind: "tooMany",
    retryAfter: expect.toSatisfy((seconds) => seconds > 880 && seconds <= 900),
  })
  expect(await login(email, "correct horse", "192.0.2.8")).toBe("in")
  await expireAttempts()
  expect(await login(email, "correct horse", "192.0.2.7")).toBe("in")
})

test("an unknown email address is locked after ten failures too, so that the limit reveals nothing", async () => {
  for (let i = 0; i < 10; i++) await login("ghost@shop.example", "wrong horse", "2001:db8:9::1")
  expect(await login("ghost@shop.example", "wrong horse", "2001:db8:9::2")).toBe("tooMany")
})

test("of 50 concurrent wrong passwords from one address, at most ten are checked", async () => {
  const email = await registeredEmail()
  const answers = await Promise.all(Array.from({ length: 50 }, () => login(email, "wrong horse", "203.0.113.1")))
  expect(answers.filter((answer) => answer === "badCredentials")).toHaveLength(10)
  expect(answers.filter((answer) => answer === "tooMany")).toHaveLength(40)
})

test("of any number of addresses that guess the password of one account, at most a hundred guesses are checked", async () => {
  const email = await registeredEmail()
  const guessed = () => testShop.shop.limits.consume(accountLimits.loginOfAccount, accountKey(email))
  for (let i = 0; i < 70; i++) await guessed()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => login(email, "wrong horse", `203.0.113.${i}`)))
  expect(answers.filter((answer) => answer === "badCredentials")).toHaveLength(30)
  expect(await login(email, "correct horse", "203.0.113.200")).toBe("tooMany")
  expect(await login(email, "correct horse", "203.0.113.200", await aDeviceOf(email))).toBe("in")
  await expireAttempts()
})

test("a device that has signed in before is not affected by failed attempts of others, even from its own address", async () => {
  const email = await registeredEmail()
  const device = await aDeviceOf(email)
  for (let i = 0; i < 50; i++) await login(`other${i}@shop.example`, "wrong horse", "198.51.100.9")
  for (let i = 0; i < 10; i++) await login(email, "wrong horse", "198.51.100.9")
  expect(await login(email, "correct horse", "198.51.100.9")).toBe("tooMany")
  expect(await login(email, "correct horse", "198.51.100.9", device)).toBe("in")
})

test("a known device has ten separate attempts, and is unknown to every other account", async () => {
  const [email, other] = [await registeredEmail(), await registeredEmail()]
  const device = await aDeviceOf(email)
  for (let i = 0; i < 10; i++) expect(await login(email, "wrong horse", "198.51.100.20", device)).toBe("badCredentials")
  expect(await login(email, "correct horse", "198.51.100.20", device)).toBe("tooMany")
  for (let i = 0; i < 10; i++) await login(other, "wrong horse", "198.51.100.20", device)
  expect(await login(other, "correct horse", "198.51.100.20", device)).toBe("tooMany")
})

test("of 50 concurrent wrong passwords on a known device, at most ten are checked", async () => {
  const email = await registeredEmail()
  const device = await aDeviceOf(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => login(email, "wrong horse", `203.0.113.${i}`, device)),
  )
  expect(answers.filter((answer) => answer === "badCredentials")).toHaveLength(10)
})

test("a password of a megabyte is refused without reading it", async () => {
  const email = await registeredEmail()
  expect(await login(email, "e\u0301\u0323".repeat(400_000), "192.0.2.30")).toBe("badCredentials")
})

test("many successful sign-ins are allowed: of one account and of others at one address, in sequence and concurrently", async () => {
  const email = await registeredEmail()
  for (let i = 0; i < 12; i++) expect(await login(email, "correct horse", "192.0.2.200")).toBe("in")
  const others = await Promise.all(Array.from({ length: 55 }, registeredEmail))
  const answers = await Promise.all(others.map((other) => login(other, "correct horse", "192.0.2.200")))
  expect(answers.every((answer) => answer === "in")).toBe(true)
})

test("after fifty failures an address is locked for every account, even with the right password", async () => {
  const email = await registeredEmail()
  for (let i = 0; i < 50; i++) {
    expect(await login(`guess${i}@shop.example`, "wrong horse", "2001:db8::1")).toBe("badCredentials")
  }
  expect(await login(email, "correct horse", "2001:db8::2")).toBe("tooMany")
  expect(await login(email, "correct horse", "2001:db8:1::2")).toBe("in")
})

/** Uses up the account's sign-ins; the costly hashes are counted, not computed. */
async function useUp(rule: RateLimitRule, key: string) {
  for (let i = 0; i < rule.points; i++) await testShop.shop.limits.consume(rule, key)
}

test("an account can sign in a hundred times in a quarter of an hour, from anywhere, and wrong attempts do not count", async () => {
  const email = await registeredEmail()
  const device = await aDeviceOf(email)
  for (let i = 0; i < 5; i++) await login(email, "wrong horse", "192.0.2.60")
  await useUp(accountLimits.signInOfAccount, accountKey(email))
  expect(await login(email, "correct horse", "192.0.2.61", device)).toBe("in")
  expect(await login(email, "correct horse", "192.0.2.62")).toBe("tooMany")
  expect(await login(email, "correct horse", "192.0.2.61", device)).toBe("in")
  await expireAttempts()
  expect(await login(email, "correct horse", "192.0.2.62")).toBe("in")
})

test("of concurrent successful sign-ins only as many as allowed are hashed, and each success counts", async () => {
  const email = await registeredEmail()
  const answers = await Promise.all(Array.from({ length: 60 }, () => login(email, "correct horse", "192.0.2.63")))
  const signedIn = answers.filter((answer) => answer === "in").length
  const { rows } = await testShop.pool.query<{ points: number }>("select points from rate_limits where key = $1", [
    `${accountLimits.signInOfAccount.name}:${accountKey(email)}`,
  ])
  expect(rows).toEqual([{ points: signedIn }])
})

test("a device known to one account is not locked out by sign-ins of other accounts from the same address", async () => {
  const email = await registeredEmail()
  await useUp(accountLimits.signInFromAddress, "192.0.2.64")
  expect(await login(email, "correct horse", "192.0.2.64")).toBe("tooMany")
  expect(await login(email, "correct horse", "192.0.2.64", await aDeviceOf(email))).toBe("in")
  expect(await login(email, "correct horse", "192.0.2.65")).toBe("in")
})

test("an attempt refused because too many hashes are pending does not count", async () => {
  const email = await registeredEmail()
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const others = Array.from({ length: 100 }, () => withPasswordHasher(() => busy))
  for (let i = 0; i < 12; i++) expect(await login(email, "correct horse", "192.0.2.66")).toBe("unavailable")
  finish()
  await Promise.all(others)
  expect(await login(email, "correct horse", "192.0.2.66")).toBe("in")
})

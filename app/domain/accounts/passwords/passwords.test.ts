import { expect, test } from "vitest"
import { assertStrongPassword, hashPassword, withPasswordHasher } from "./passwords.server"

const verifyPassword = (password: string, hash: string | null) =>
  withPasswordHasher(({ verify }) => verify(password, hash))

test("passwords are stored as argon2id with 19 MiB and two passes", async () => {
  expect(await hashPassword("correct horse")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test("the right password is verified, a wrong one is not, and neither is any without an account", async () => {
  const known = await hashPassword("correct horse")
  expect(await verifyPassword("correct horse", known)).toBe(true)
  expect(await verifyPassword("correct house", known)).toBe(false)
  expect(await verifyPassword("correct horse", null)).toBe(false)
  expect(await verifyPassword("correct horse", "")).toBe(false)
  expect(await verifyPassword("none", "none")).toBe(false)
})

test("passwords that differ only after 72 bytes, or after a NUL, are different", async () => {
  const start = "x".repeat(72)
  expect(await verifyPassword(`${start}b`, await hashPassword(`${start}a`))).toBe(false)
  expect(await verifyPassword("secret\0b", await hashPassword("secret\0a"))).toBe(false)
})

test("an accented letter is the same however a keyboard encodes it", async () => {
  expect(await verifyPassword("cafe\u0301 cafe\u0301", await hashPassword("caf\u00e9 caf\u00e9"))).toBe(true)
})

test("the event loop is not blocked while passwords are hashed", async () => {
  let beats = 0
  const heart = setInterval(() => beats++, 1)
  await Promise.all(Array.from({ length: 4 }, () => hashPassword("correct horse")))
  clearInterval(heart)
  expect(beats).toBeGreaterThan(5)
})

test("common passwords, and one's name or email address or the shop's name, are refused with helpful messages", () => {
  const shop = { identity: { name: "Counter", email: "", url: "" } }
  const ada = { name: "Ada Lovelace", email: "ada.lovelace@shop.example" }
  const judge = (password: string) => () => assertStrongPassword(shop, password, ada, "password")
  expect(judge("P@ssw0rd1")).toThrow(expect.objectContaining({ field: "password" }))
  expect(judge("P@ssw0rd1")).toThrow(
    /^This password is too common; please choose another one, such as a few unrelated words/,
  )
  for (const password of ["ADA LOVELACE", "ada.lovelace", "ada.lovelace@shop.example", "Counter2026!"]) {
    expect(judge(password)).toThrow(/^This password is too close to your name, your email or the shop's name; please/)
  }
  expect(judge("difference engine")).not.toThrow()
})

test("at most a hundred hashes wait: further ones are refused immediately, without side effects", async () => {
  let begun = 0
  const hashing = Array.from({ length: 160 }, () =>
    withPasswordHasher(({ hash }) => {
      begun++
      return hash("correct horse")
    }),
  )
  expect(begun).toBe(100)
  const ended = await Promise.allSettled(hashing)
  const refusals = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
  expect(refusals).toHaveLength(60)
  expect(refusals[0]).toMatchObject({ kind: "unavailable", retryAfter: expect.any(Number) })
  expect(await hashPassword("correct horse")).toMatch(/^\$argon2id/)
})

test("a place in the queue is freed even when hashing fails", async () => {
  for (let i = 0; i < 120; i++) {
    await withPasswordHasher(() => Promise.reject(new Error("failed"))).catch(() => {})
  }
  expect(await hashPassword("correct horse")).toMatch(/^\$argon2id/)
})

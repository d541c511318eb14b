import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { Shop } from "~/domain/shop"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { updateProfile } from "../profile.server"
import { authenticate } from "./authenticate.server"
import { findLinkOwner, requestLink, sendLink } from "./mailed-links.server"
import { resetPassword } from "./password-reset.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const fresh = { password: "a new long password", confirmPassword: "a new long password" }

/** Returns the token in the newest mail to an address. */
async function mailedToken(shop: Shop, email: string): Promise<string> {
  const mail = await shop.db
    .selectFrom("mails")
    .select("text_body")
    .where("recipient", "=", email)
    .where("kind", "=", "password-reset")
    .orderBy("id", "desc")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow()
  return /http:\/\/localhost:3000\/password\/reset\/(\S+)/.exec(mail.text_body)?.[1] ?? ""
}

async function aLink(shop: Shop, email: string): Promise<string> {
  await shop.db.deleteFrom("mails").execute()
  await sendLink(shop, "password-reset", email)
  return mailedToken(shop, email)
}

test("a mailed link sets a new password, once", async () => {
  const { id, email } = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, email)
  expect(await findLinkOwner(testShop.shop, "password-reset", token)).toMatchObject({ email })
  expect(await resetPassword(testShop.shop, token, fresh)).toMatchObject({ userId: id })
  await authenticate(testShop.shop, { email, password: fresh.password }, "192.0.2.1")
  await expect(resetPassword(testShop.shop, token, fresh)).rejects.toMatchObject({
    kind: "invalid",
    message: "Token invalid or expired",
  })
})

test("twenty concurrent uses of a link succeed once", async () => {
  const { email } = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, email)
  const passwords = Array.from({ length: 20 }, (_, i) => `new long password ${i}`)
  const tries = await Promise.allSettled(
    passwords.map((password) => resetPassword(testShop.shop, token, { password, confirmPassword: password })),
  )
  const won = tries.flatMap((one, i) => (one.status === "fulfilled" ? [i] : []))
  expect(won).toHaveLength(1)
  await authenticate(testShop.shop, { email, password: passwords[won[0] ?? 0] ?? "" }, "192.0.2.1")
})

test("a link is valid for thirty minutes", async () => {
  const own = await openTestShop()
  const { email } = await aMember(own.shop)
  const token = await aLink(own.shop, email)
  own.clock.advance({ minutes: 29 })
  await findLinkOwner(own.shop, "password-reset", token)
  own.clock.advance({ minutes: 2 })
  await expect(findLinkOwner(own.shop, "password-reset", token)).rejects.toMatchObject({
    message: "Token invalid or expired",
  })
  await expect(resetPassword(own.shop, token, fresh)).rejects.toMatchObject({ message: "Token invalid or expired" })
  await own.close()
})

test("a new link ends the one before", async () => {
  const { email } = await aMember(testShop.shop)
  const [first, second] = [await aLink(testShop.shop, email), await aLink(testShop.shop, email)]
  await expect(resetPassword(testShop.shop, first, fresh)).rejects.toMatchObject({
    message: "Token invalid or expired",
  })
  await resetPassword(testShop.shop, second, fresh)
})

test("of concurrently requested links one is valid", async () => {
  const { email } = await aMember(testShop.shop)
  await Promise.all(Array.from({ length: 5 }, () => sendLink(testShop.shop, "password-reset", email)))
  const rows = await testShop.shop.db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select("token_hash")
    .where("users.email", "=", email)
    .execute()
  expect(rows).toHaveLength(1)
})

test("a link becomes invalid when the email address changes", async () => {
  const member = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, member.email)
  await updateProfile(testShop.shop, member, { name: member.name, email: "elsewhere@shop.example" })
  await expect(findLinkOwner(testShop.shop, "password-reset", token)).rejects.toMatchObject({
    message: "Token invalid or expired",
  })
})

test("a reset ends every session, unlocks the account and is confirmed by mail", async () => {
  const member = await aMember(testShop.shop)
  const session = await aSession(testShop.shop, member)
  for (let i = 0; i < 11; i++) {
    await authenticate(testShop.shop, { email: member.email, password: "wrong horse" }, "192.0.2.50").catch(() => {})
  }
  await resetPassword(testShop.shop, await aLink(testShop.shop, member.email), fresh)
  expect(await signedInUserId(testShop.shop, session)).toBeNull()
  await authenticate(testShop.shop, { email: member.email, password: fresh.password }, "192.0.2.51")
  const mail = await testShop.shop.db
    .selectFrom("mails")
    .select("kind")
    .where("kind", "=", "password-changed")
    .execute()
  expect(mail).toHaveLength(1)
})

test("the database stores no usable token", async () => {
  const { email } = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, email)
  const rows = await testShop.shop.db.selectFrom("password_resets").selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test("a weak new password does not use up the link", async () => {
  const { email } = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, email)
  const weak = resetPassword(testShop.shop, token, { password: "password123", confirmPassword: "password123" })
  await expect(weak).rejects.toMatchObject({ field: "password" })
  await resetPassword(testShop.shop, token, fresh)
})

test("a request for a link reveals nothing: the response is the same for every email address", async () => {
  const { email } = await aMember(testShop.shop)
  const jobs = async () =>
    (await testShop.pool.query("select count(*) from graphile_worker.jobs where task_identifier = 'send-reset-link'"))
      .rows[0]
  const before = Number((await jobs()).count)
  await requestLink(testShop.shop, "password-reset", email, "192.0.2.1")
  await requestLink(testShop.shop, "password-reset", "nobody@shop.example", "192.0.2.1")
  expect(Number((await jobs()).count)).toBe(before + 2)
  await sendLink(testShop.shop, "password-reset", "nobody@shop.example")
  const mails = await testShop.shop.db
    .selectFrom("mails")
    .select("id")
    .where("recipient", "=", "nobody@shop.example")
    .execute()
  expect(mails).toEqual([])
})

/** Returns the links that are due to be mailed to an email address. */
async function queuedLinks(email: string): Promise<number> {
  const jobs = "select count(*) from graphile_worker._private_jobs as jobs where payload->>'email' = $1"
  return Number((await testShop.pool.query(jobs, [email])).rows[0].count)
}

test("someone requests five links in a quarter of an hour, and the owner can still get one", async () => {
  const ask = (address: string) => requestLink(testShop.shop, "password-reset", "busy@shop.example", address)
  for (let i = 0; i < 5; i++) await ask("192.0.2.77")
  await expect(ask("192.0.2.77")).rejects.toMatchObject({ kind: "tooMany", retryAfter: expect.any(Number) })
  expect(await queuedLinks("busy@shop.example")).toBe(4)
  await ask("192.0.2.78")
  expect(await queuedLinks("busy@shop.example")).toBe(5)
})

test("no mailbox is flooded: five links per hour, from any number of addresses, and every response is the same", async () => {
  const ask = (email: string, i: number) => requestLink(testShop.shop, "password-reset", email, `203.0.113.${i}`)
  for (const email of ["flooded@shop.example", (await aMember(testShop.shop)).email]) {
    await Promise.all(Array.from({ length: 30 }, (_, i) => ask(email.toUpperCase(), i)))
    await Promise.all(Array.from({ length: 30 }, (_, i) => ask(email, i)))
    expect((await queuedLinks(email)) + (await queuedLinks(email.toUpperCase()))).toBe(5)
  }
})

test("requests for links to very many accounts are limited", async () => {
  const ask = (i: number) => requestLink(testShop.shop, "password-reset", `person${i}@elsewhere.example`, "192.0.2.99")
  for (let i = 0; i < 60; i++) await ask(i)
  await expect(ask(60)).rejects.toMatchObject({ kind: "tooMany", retryAfter: expect.any(Number) })
})

test("without a reset the old password still works", async () => {
  const { email } = await aMember(testShop.shop)
  await aLink(testShop.shop, email)
  await authenticate(testShop.shop, { email, password: PASSWORD }, "192.0.2.1")
})

test("a link allows ten concurrent attempts, and never more hashes", async () => {
  const { email } = await aMember(testShop.shop)
  const token = await aLink(testShop.shop, email)
  const consume = vi.spyOn(testShop.shop.limits, "consume")
  onTestFinished(() => consume.mockRestore())
  const tries = await Promise.allSettled(Array.from({ length: 30 }, () => resetPassword(testShop.shop, token, fresh)))
  const kinds = tries.map((one) => (one.status === "fulfilled" ? "reset" : one.reason.kind))
  expect(kinds.filter((kind) => kind === "reset")).toHaveLength(1)
  expect(kinds).toContain("tooMany")
  // Attempts after the link was used are refused earlier.
  expect(consume.mock.settledResults.filter(({ type }) => type === "fulfilled").length).toBeLessThanOrEqual(10)
})

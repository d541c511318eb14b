import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"
import { sweepMails } from "./deliver.server"
import { mailClassOf } from "./mail-bounds.server"
import { queueMail } from "./outbox.server"

let open: TestShop
let second: Shop
let to: string
let people = 0
beforeAll(async () => {
  open = await openTestShop()
  const db = openDatabase(openPool({ url: open.databaseUrl, max: 10 }))
  const queryable = { ...open.shop, db }
  second = { ...queryable, transaction: (work) => transaction(queryable, work) }
})
afterAll(async () => {
  await second.db.destroy()
  await open.close()
})
beforeEach(() => {
  to = `person-${++people}@shop.example`
})

const mail = (kind: string) => ({ kind, subject: kind, greeting: "Hello,", paragraphs: ["Hello."] })
const queue = (kind: string, shop: Shop = open.shop, recipient = to) =>
  shop.transaction((tx) => queueMail(tx, recipient, mail(kind), []))
const at = (minutes: number): Shop => {
  const now = () => new Date(Date.now() + minutes * 60_000)
  const queryable = { ...open.shop, now }
  return { ...queryable, transaction: (work) => transaction(queryable, work) }
}
async function queued(): Promise<Record<string, number>> {
  const mails = await open.shop.db.selectFrom("mails").select("kind").where("recipient", "ilike", to).execute()
  return Object.fromEntries(
    [...new Set(mails.map(({ kind }) => kind))].map((kind) => [kind, mails.filter((one) => one.kind === kind).length]),
  )
}

describe("one recipient gets within an hour", () => {
  test("at most ten requested mails, of all kinds together, from two concurrent processes", async () => {
    const kinds = ["welcome", "account-closed", "password-reset", "recovery-codes-issued"]
    const sent = Array.from({ length: 60 }, (_, n) =>
      queue(kinds[n % 4] ?? "", n % 2 ? open.shop : second, n % 3 ? to : to.toUpperCase()),
    )
    await Promise.all(sent)
    const counts = Object.values(await queued())
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
  })

  test("at most thirty mails in all, among them those about a changed password or address", async () => {
    const kinds = ["welcome", "factor-added", "passkey-suspected", "invitation", "a-kind-of-tomorrow", "email-changed"]
    await Promise.all(Array.from({ length: 120 }, (_, n) => queue(kinds[n % 6] ?? "", n % 2 ? open.shop : second)))
    const counts = await queued()
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(30)
    expect([counts.welcome, counts["email-changed"]]).toEqual([10, 10])
  })

  test("every mail about orders and money, even when there are too many others", async () => {
    await Promise.all(Array.from({ length: 20 }, () => queue("welcome")))
    const kinds = [
      "order-confirmed",
      "order-refunded",
      "payment-refunded",
      "return-received",
      "withdrawal-received",
      "owner-notice",
    ]
    for (const kind of kinds) await Promise.all(Array.from({ length: 12 }, () => queue(kind)))
    const { welcome, ...others } = await queued()
    expect(welcome).toBe(10)
    expect(others).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 12])))
  })
})

test("the limit covers a sliding hour, and a mail that is rolled back does not count", async () => {
  for (let minute = 0; minute < 50; minute += 5) await queue("welcome", at(minute))
  await queue("welcome", at(59))
  expect(await queued()).toEqual({ welcome: 10 })
  await queue("welcome", at(61))
  await queue("welcome", at(62))
  expect(await queued()).toEqual({ welcome: 11 })
  const failing = at(70).transaction(async (tx) => {
    await queueMail(tx, to, mail("welcome"), [])
    throw new Error("the act failed")
  })
  await expect(failing).rejects.toThrow("the act failed")
  await queue("welcome", at(70))
  expect(await queued()).toEqual({ welcome: 12 })
})

test("the count outlives the mails and the account, and is deleted after the hour", async () => {
  await Promise.all(Array.from({ length: 10 }, () => queue("account-closed")))
  await open.shop.db.deleteFrom("mails").where("recipient", "=", to).execute()
  await queue("account-closed")
  expect(await queued()).toEqual({})
  await sweepMails(at(0))
  expect(await counted()).toBeGreaterThan(0)
  await sweepMails(at(24 * 60))
  expect(await counted()).toBe(0)
})
const counted = async () => (await open.shop.db.selectFrom("mail_counts").selectAll().execute()).length

test("a link that is not mailed does not revoke the earlier one", async () => {
  const user = { id: "a".repeat(24), name: "Ada", email: to }
  await open.shop.db
    .insertInto("users")
    .values({ ...user, password_hash: "-" })
    .execute()
  await sendLink(open.shop, "password-reset", to)
  const tokens = async () =>
    (await open.shop.db.selectFrom("password_resets").select("token_hash").where("user_id", "=", user.id).execute())
      .length
  await open.shop.transaction((tx) => emit(tx, "user.registered", user as never))
  await Promise.all(Array.from({ length: 12 }, () => queue("welcome")))
  const before = await open.shop.db.selectFrom("password_resets").selectAll().execute()
  await sendLink(open.shop, "password-reset", to)
  expect(await tokens()).toBe(1)
  expect(await open.shop.db.selectFrom("password_resets").selectAll().execute()).toEqual(before)
})

test("every kind of mail in the code has its intended class", () => {
  const app = join(import.meta.dirname, "../..")
  const files = ["domain/subscribers", "domain/mail"].flatMap((folder) =>
    readdirSync(join(app, folder))
      .filter((file) => /emails(\.server)?\.ts$/.test(file))
      .map((file) => join(app, folder, file)),
  )
  const kinds = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/kind: "([a-z-]+)"|emailAbout\([^"]*"([a-z-]+)"\)/g)].map(
      ([, one, other]) => one ?? other ?? "",
    ),
  )
  expect(kinds.length).toBeGreaterThan(20)
  const unbounded = kinds.filter((kind) => mailClassOf(kind) === null)
  for (const kind of unbounded) expect(kind).toMatch(/order|refund|return|withdrawal|owner/)
  for (const kind of kinds)
    if (/order-(confirmed|shipped|delivered|cancelled)|refunded/.test(kind)) expect(unbounded).toContain(kind)
})

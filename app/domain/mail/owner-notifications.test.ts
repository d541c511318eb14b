import { afterAll, beforeEach, expect, test } from "vitest"
import type { Admin, Member } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { deliverDueMails } from "./deliver.server"
import { MailRefused } from "./mailer"
import { notifyOwner, queueOwnerEmails } from "./owner-notifications.server"

const OWNERS = ["owner@shop.test", "packer@shop.test"]

let here: TestShop
let shop: Shop
let admin: Admin
let ada: Member
const opened: TestShop[] = []

/** A shop of its own for each test: mails are counted. */
beforeEach(async () => {
  here = await openTestShop()
  opened.push(here)
  shop = withOwners(here.shop, OWNERS)
  admin = await signUpAdmin(shop)
  ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

function withOwners(base: Shop, owners: string[]): Shop {
  return { ...base, owners, transaction: (work) => base.transaction((tx) => work({ ...tx, owners })) }
}

const mailsTo = async (address = "owner@shop.test") =>
  shop.db
    .selectFrom("mails")
    .select(["subject", "text_body", "html_body"])
    .where("recipient", "=", address)
    .orderBy("created_at")
    .orderBy("id")
    .execute()

const subjects = async () => {
  await queueOwnerEmails(shop)
  return (await mailsTo()).map(({ subject }) => subject).sort()
}

const notice = (summary: string) => ({
  summary,
  paragraphs: [summary],
  action: { label: "Look", path: "/admin/orders" },
})

test("each owner hears of a new order, with its lines and a link, and once whoever writes the mail", async () => {
  const mug = await shelve(shop, admin)
  const id = await buy(shop, ada, mug, 2)
  await Promise.all([queueOwnerEmails(shop), queueOwnerEmails(shop), queueOwnerEmails(shop)])
  await queueOwnerEmails(shop)
  for (const address of OWNERS) {
    const mails = await mailsTo(address)
    expect(mails.map(({ subject }) => subject)).toEqual(["New order: $47.00 from Ada Lovelace"])
    expect(mails[0]?.text_body).toMatch(/2 × Mug {2,}\$20\.00/)
    expect(mails[0]?.text_body).toContain(`http://localhost:3000/admin/order/${id}`)
    expect(mails[0]?.text_body).toContain("1 Main Street")
  }
})

test("what was rolled back is not told", async () => {
  const failing = shop.transaction(async (tx) => {
    await notifyOwner(tx, "order-1", notice("New order"))
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await subjects()).toEqual([])
})

test("ten in ten minutes get a mail each, and what is more is gathered in one", async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
  for (const number of numbers) {
    await shop.transaction((tx) => notifyOwner(tx, `key-${number}`, notice(`Message ${number}.`)))
    await Promise.all([queueOwnerEmails(shop), queueOwnerEmails(shop)])
  }
  expect(await subjects()).toHaveLength(10)
  here.clock.advance({ minutes: 11 })
  await Promise.all([queueOwnerEmails(shop), queueOwnerEmails(shop)])
  const mails = await mailsTo()
  expect(mails).toHaveLength(11)
  expect(mails.at(-1)?.subject).toBe("15 messages from your shop Counter")
  expect(mails.at(-1)?.text_body).toContain("Message 25.\n  http://localhost:3000/admin/orders")
  const all = mails.map(({ text_body }) => text_body).join("\n")
  for (const number of numbers) expect(all).toContain(`Message ${number}.`)

  here.clock.advance({ minutes: 11 })
  await shop.transaction((tx) => notifyOwner(tx, "later", notice("Later")))
  await queueOwnerEmails(shop)
  expect((await mailsTo()).slice(11).map(({ subject }) => subject)).toEqual(["Later"])
})

test("a customer's mail that was given up is told, one to the owner is not", async () => {
  await shop.transaction((tx) => notifyOwner(tx, "one", notice("One")))
  await queueOwnerEmails(shop)
  const refusing = { ...shop, mailer: { kind: "smtp" as const, send: () => Promise.reject(new MailRefused("nobody")) } }
  await deliverDueMails(refusing)
  expect(await subjects()).toEqual([
    "An email could not be sent to ada@shop.test",
    "An email could not be sent to admin@shop.test",
    "One",
  ])
})

test("once told, nothing of it is kept beside the mail", async () => {
  await buy(shop, ada, await shelve(shop, admin))
  await queueOwnerEmails(shop)
  const rows = await shop.db.selectFrom("owner_notices").selectAll().execute()
  expect(rows).toMatchObject([{ contents: null, told_at: expect.any(Date) }])
})

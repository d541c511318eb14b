import { expect, test } from "vitest"
import { buy, shelve } from "~/testing/shop/test-orders.server"
import { deliverDueMails } from "./deliver.server"
import { MailRefused } from "./mailer"
import { notifyOwner, queueOwnerEmails } from "./owner-notifications.server"
import { mailsTo, OWNERS, openOwnersTest, subjectsOf } from "./testing/owners-test.server"

const here = openOwnersTest()

const notice = (summary: string) => ({
  summary,
  paragraphs: [summary],
  action: { label: "Look", path: "/admin/orders" },
})

test("each owner is notified once of a new order, with its lines and a link", async () => {
  const mug = await shelve(here.shop, here.admin)
  const id = await buy(here.shop, here.ada, mug, 2)
  await Promise.all([queueOwnerEmails(here.shop), queueOwnerEmails(here.shop), queueOwnerEmails(here.shop)])
  await queueOwnerEmails(here.shop)
  for (const address of OWNERS) {
    const mails = await mailsTo(here, address)
    expect(mails.map(({ subject }) => subject)).toEqual(["New order: $47.00 from Ada Lovelace"])
    expect(mails[0]?.text_body).toMatch(/2 × Mug {2,}\$20\.00/)
    expect(mails[0]?.text_body).toContain(`http://localhost:3000/admin/order/${id}`)
    expect(mails[0]?.text_body).toContain("1 Main Street")
  }
})

test("a rolled back order is not reported", async () => {
  const failing = here.shop.transaction(async (tx) => {
    await notifyOwner(tx, "order-1", notice("New order"), [])
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await subjectsOf(here)).toEqual([])
})

test("ten notifications in ten minutes get a mail each, and further ones are collected in one", async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
  for (const number of numbers) {
    await here.shop.transaction((tx) => notifyOwner(tx, `key-${number}`, notice(`Message ${number}.`), []))
    await Promise.all([queueOwnerEmails(here.shop), queueOwnerEmails(here.shop)])
  }
  expect(await subjectsOf(here)).toHaveLength(10)
  here.clock.advance({ minutes: 11 })
  await Promise.all([queueOwnerEmails(here.shop), queueOwnerEmails(here.shop)])
  const mails = await mailsTo(here)
  expect(mails).toHaveLength(11)
  expect(mails.at(-1)?.subject).toBe("15 messages from your shop Counter")
  expect(mails.at(-1)?.text_body).toContain("Message 25.\n  http://localhost:3000/admin/orders")
  const all = mails.map(({ text_body }) => text_body).join("\n")
  for (const number of numbers) expect(all).toContain(`Message ${number}.`)

  here.clock.advance({ minutes: 11 })
  await here.shop.transaction((tx) => notifyOwner(tx, "later", notice("Later"), []))
  await queueOwnerEmails(here.shop)
  expect((await mailsTo(here)).slice(11).map(({ subject }) => subject)).toEqual(["Later"])
})

test("a failed mail to a customer is reported, one to the owner is not", async () => {
  await here.shop.transaction((tx) => notifyOwner(tx, "one", notice("One"), []))
  await queueOwnerEmails(here.shop)
  const refusing = {
    ...here.shop,
    mailer: { kind: "smtp" as const, send: () => Promise.reject(new MailRefused("nobody")) },
  }
  await deliverDueMails(refusing)
  expect(await subjectsOf(here)).toEqual([
    "An email could not be sent to ada@shop.test",
    "An email could not be sent to admin@shop.test",
    "One",
  ])
})

test("a sent notification is stored only as its mail", async () => {
  await buy(here.shop, here.ada, await shelve(here.shop, here.admin))
  await queueOwnerEmails(here.shop)
  const rows = await here.shop.db.selectFrom("owner_notifications").selectAll().execute()
  expect(rows).toMatchObject([{ contents: null, sent_at: expect.any(Date) }])
})

import { afterEach, beforeEach, expect, test } from "vitest"
import { newToken } from "~/domain/accounts/token-hash.server"
import { DAY, HOUR } from "~/domain/durations"
import { openSecretBox } from "~/domain/factors/secret-box.server"
import type { Shop, Tx } from "~/domain/shop"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { deliverDueMails, sweepMails } from "./deliver.server"
import { retryMail } from "./failed-mails.server"
import { type Mail, type Mailer, MailRefused } from "./mailer"
import { queueMail } from "./outbox.server"

/** A mail server that responds when the test lets it */
class PostOffice implements Mailer {
  readonly kind = "smtp"
  readonly taken: Mail[] = []
  answer: () => Promise<void> = async () => {}

  async send(mail: Mail) {
    await this.answer()
    this.taken.push(mail)
  }
}

let testShop: TestShop
let shop: Shop
let post: PostOffice
beforeEach(async () => {
  post = new PostOffice()
  testShop = await openTestShop({ mailer: post })
  shop = testShop.shop
})
afterEach(() => testShop.close())

const email = (kind: string) => ({ kind, subject: kind, greeting: "Hello,", paragraphs: [kind] })
const queue = (kind: string, dedupeKey?: string, to = "ada@shop.example") =>
  shop.transaction((tx) => queueMail(tx, to, email(kind), [], dedupeKey))
const kept = () => shop.db.selectFrom("mails").selectAll().orderBy("id").execute()
const down = async () => {
  throw new Error("connect ECONNREFUSED")
}

test("a mail is sent when its transaction is committed, and only then", async () => {
  const failing = shop.transaction(async (tx) => {
    await queueMail(tx, "ada@shop.example", email("order"), [])
    throw new Error("the order could not be placed")
  })
  await expect(failing).rejects.toThrow("could not be placed")
  await queue("welcome")
  await deliverDueMails(shop)
  expect(post.taken.map((mail) => mail.subject)).toEqual(["welcome"])
})

test("a mail written while the clock was a day ahead is sent once the clock is right", async () => {
  const ahead = (tx: Tx): Tx => ({ ...tx, now: () => new Date(testShop.clock.now().getTime() + DAY) })
  await shop.transaction((tx) => queueMail(ahead(tx), "ada@shop.example", email("refund"), []))
  await deliverDueMails(shop)
  expect(post.taken.map((mail) => mail.subject)).toEqual(["refund"])
})

test("a process that was suspended for an hour leases a mail for as long as others do", async () => {
  await queue("welcome")
  await testShop.pool.query("update mails set due_at = now() - interval '2 hours'")
  const late = { ...shop, now: () => new Date(testShop.clock.now().getTime() - HOUR) }
  let answer = () => {}
  post.answer = () => new Promise((resolve) => (answer = resolve))
  const delivering = deliverDueMails(late)
  await expect.poll(async () => (await kept())[0]?.attempts).toBe(1)
  await deliverDueMails(shop)
  await deliverDueMails(late)
  answer()
  await delivering
  expect(post.taken).toHaveLength(1)
})

test("a job is queued with the mail, which is therefore sent immediately", async () => {
  await queue("welcome")
  const { rows } = await testShop.pool.query("select task_identifier, queue_name from graphile_worker.jobs")
  expect(rows).toEqual([{ task_identifier: "deliver-mail", queue_name: null }])
})

test("of mails with the same key only one is stored", async () => {
  await Promise.all(Array.from({ length: 5 }, () => queue("order-shipped", "order-shipped-1")))
  await queue("order-shipped", "order-shipped-2")
  expect(await kept()).toHaveLength(2)
})

test.each(["", "ada@shop.example\r\nBcc: all@shop.example", "a@x.example,b@x.example", "0@deleted.invalid"])(
  "no mail is sent to %j",
  async (to) => {
    await queue("welcome", undefined, to)
    expect(await kept()).toEqual([])
  },
)

test("however many processes deliver concurrently, a mail is sent once", async () => {
  await queue("welcome")
  post.answer = () => new Promise((resolve) => setTimeout(resolve, 50))
  await Promise.all(Array.from({ length: 10 }, () => deliverDueMails(shop)))
  await deliverDueMails(shop)
  expect(post.taken).toHaveLength(1)
})

test("a mail server outage of ten minutes loses nothing, and all mails are sent soon after", async () => {
  await queue("welcome")
  await queue("order")
  post.answer = down
  for (let minute = 0; minute < 10; minute++) {
    await deliverDueMails(shop)
    testShop.clock.advance({ minutes: 1 })
  }
  expect(post.taken).toEqual([])
  post.answer = async () => {}
  for (let minute = 0; minute < 5; minute++) {
    await deliverDueMails(shop)
    testShop.clock.advance({ minutes: 1 })
  }
  expect(post.taken.map((mail) => mail.subject).sort()).toEqual(["order", "welcome"])
})

test("during an outage one mail a minute is tried, not all of them", async () => {
  for (let i = 0; i < 5; i++) await queue("welcome")
  let asked = 0
  post.answer = async () => {
    asked++
    await down()
  }
  await deliverDueMails(shop)
  expect(asked).toBe(1)
})

test("one slow mail delays no other", async () => {
  let answerSlowMail = () => {}
  post.answer = async () => {
    post.answer = async () => {}
    await new Promise<void>((resolve) => {
      answerSlowMail = resolve
    })
  }
  await queue("slow")
  for (let i = 0; i < 6; i++) await queue("welcome")
  const round = deliverDueMails(shop)
  await expect.poll(() => post.taken.map((mail) => mail.subject)).toEqual(Array(6).fill("welcome"))
  answerSlowMail()
  await round
  expect(post.taken).toHaveLength(7)
})

test("a mail that a process was sending when it died is sent by another within a minute", async () => {
  await queue("welcome")
  post.answer = () => new Promise(() => {})
  const killed = new AbortController()
  void deliverDueMails(shop, killed.signal)
  await expect.poll(async () => (await kept())[0]?.attempts).toBe(1)
  killed.abort()
  post.answer = async () => {}
  await deliverDueMails(shop)
  expect(post.taken).toEqual([])
  testShop.clock.advance({ minutes: 1 })
  await deliverDueMails(shop)
  expect(post.taken).toHaveLength(1)
})

test("an address that the mail server refuses for good is not tried again", async () => {
  await queue("welcome")
  post.answer = async () => {
    throw new MailRefused("550 no such user")
  }
  await deliverDueMails(shop)
  expect(await kept()).toMatchObject([{ attempts: 1, last_error: "550 no such user", failed_at: expect.any(Date) }])
  testShop.clock.advance({ days: 1 })
  await deliverDueMails(shop)
  expect(await kept()).toMatchObject([{ attempts: 1 }])
})

test("after three days of failures a mail is marked as failed", async () => {
  await queue("welcome")
  post.answer = down
  await deliverDueMails(shop)
  expect(await kept()).toMatchObject([{ failed_at: null }])
  testShop.clock.advance({ days: 4 })
  await deliverDueMails(shop)
  expect(await kept()).toMatchObject([{ failed_at: expect.any(Date), last_error: "connect ECONNREFUSED" }])
})

test("the secrets of links are deleted once the mail server has accepted the mail, and the rest of it stays", async () => {
  const token = newToken()
  const link = `/order/link/${token}`
  const text = { subject: "Your order", greeting: "Hello,", paragraphs: ["It is on its way."] }
  const kinds = ["order-confirmed", "order-links", "password-reset", "of-a-later-release"]
  for (const kind of kinds) {
    const lines = [{ label: "Order", value: "", path: link }]
    await shop.transaction((tx) =>
      queueMail(tx, "ada@shop.example", { kind, ...text, lines, action: { label: "Open", path: link } }, []),
    )
  }
  const shippedPage = "/order/0123456789abcdef01234567"
  await shop.transaction((tx) =>
    queueMail(
      tx,
      "ada@shop.example",
      { kind: "order-shipped", ...text, action: { label: "Open", path: shippedPage } },
      [],
    ),
  )
  await deliverDueMails(shop)
  for (const { text: sent, html } of post.taken.slice(0, kinds.length)) {
    expect(sent).toContain(token)
    expect(html).toContain(token)
  }
  const mails = await kept()
  expect(JSON.stringify(mails)).not.toContain(token)
  for (const { text_body, html_body } of mails) {
    expect(text_body).toContain("It is on its way.")
    expect(html_body).toContain("It is on its way.")
  }
  expect(mails.find(({ kind }) => kind === "order-shipped")?.text_body).toContain(shippedPage)
})

test("no copy of the database has a working link, neither while a mail waits nor after it was refused", async () => {
  const token = newToken()
  const action = { label: "Choose a new password", path: `/password/reset/${token}` }
  await shop.transaction((tx) => queueMail(tx, "ada@shop.example", { ...email("password-reset"), action }, []))
  const copies = async () => JSON.stringify(await kept())
  expect(await copies()).not.toContain(token)
  post.answer = down
  await deliverDueMails(shop)
  expect(await copies()).not.toContain(token)
  testShop.clock.advance({ minutes: 5 })
  post.answer = async () => {
    throw new MailRefused("550 mailbox full")
  }
  await deliverDueMails(shop)
  expect(await kept()).toMatchObject([{ failed_at: expect.any(Date), text_body: expect.stringContaining("/…") }])
  expect(await copies()).not.toContain(token)

  const [refused] = await kept()
  await retryMail(shop, await anAdmin(shop), refused?.id ?? "")
  post.answer = async () => {}
  await deliverDueMails(shop)
  const sent = post.taken.find(({ id }) => id === refused?.id)
  expect([sent?.text, sent?.html]).toEqual([expect.stringContaining(token), expect.stringContaining(token)])
  expect((await kept()).find(({ id }) => id === refused?.id)).toMatchObject({ sealed: null })
})

test("mails of an earlier release are sealed by the sweep, and sent unchanged", async () => {
  const token = newToken()
  const action = { label: "Open", path: `/order/link/${token}` }
  const earlier = (tx: Tx): Tx => ({ ...tx, mailSeal: undefined })
  await shop.transaction((tx) => queueMail(earlier(tx), "ada@shop.example", { ...email("order-links"), action }, []))
  expect(JSON.stringify(await kept())).toContain(token)
  await sweepMails(shop)
  expect(JSON.stringify(await kept())).not.toContain(token)
  await deliverDueMails(shop)
  expect(post.taken[0]?.text).toContain(token)
})

test("a mail whose encryption key is gone fails with a reason", async () => {
  const action = { label: "Open", path: `/order/link/${newToken()}` }
  await shop.transaction((tx) => queueMail(tx, "ada@shop.example", { ...email("order-links"), action }, []))
  await deliverDueMails({ ...shop, secrets: openSecretBox(["another secret"]) })
  expect(post.taken).toEqual([])
  expect(await kept()).toMatchObject([
    { failed_at: expect.any(Date), last_error: expect.stringMatching("SESSION_SECRET") },
  ])
})

test("mails are deleted after ninety days", async () => {
  await queue("welcome")
  testShop.clock.advance({ days: 89 })
  await sweepMails(shop)
  expect(await kept()).toHaveLength(1)
  testShop.clock.advance({ days: 2 })
  await sweepMails(shop)
  expect(await kept()).toEqual([])
})

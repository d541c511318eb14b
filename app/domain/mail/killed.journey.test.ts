import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"
import { type MailServer, startMailServer } from "~/testing/processes/mail-server.server"
import { queueMail } from "./outbox.server"

let shop: BuiltShop
let again: BuiltShop | undefined
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  post.isSilent = true
  shop = await openBuiltShop({ env: { SMTP_URL: post.url, MAIL_FROM: "Counter <shop@shop.example>" } })
})
afterAll(async () => {
  await again?.close()
  await shop?.close()
  post?.close()
})

const promise = (subject: string) =>
  shop.shop.transaction((tx) =>
    queueMail(
      tx,
      "ada@shop.example",
      { kind: "order-shipped", subject, greeting: "Hello,", paragraphs: [subject] },
      [],
    ),
  )

const attempted = () =>
  shop.shop.db.selectFrom("mails").select(["attempts", "due_at"]).where("attempts", ">", 0).execute()

async function runningStatements(): Promise<number> {
  const { rows } = await shop.pool.query(
    "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
  )
  return rows.length
}

test("a process killed while sending delays no mail by more than half a minute", async () => {
  for (let mail = 0; mail < 12; mail++) await promise(`early ${mail}`)
  await expect.poll(async () => (await attempted()).length).toBeGreaterThan(2)
  shop.process.kill("SIGKILL")
  // The database still finishes the statements that it received, which may not have begun yet.
  await sleep(1_000)
  await expect.poll(runningStatements).toBe(0)
  const beingSent = await attempted()
  const latest = Math.max(...beingSent.map(({ due_at }) => due_at.getTime()))
  expect(latest - Date.now()).toBeLessThanOrEqual(30_000)

  post.isSilent = false
  again = await openBuiltShop({ env: { SMTP_URL: post.url, MAIL_FROM: "Counter <shop@shop.example>" }, beside: shop })
  await promise("late")
  // All mails except those being sent leave immediately.
  await expect.poll(() => post.mails.length).toBe(12 - beingSent.length + 1)
  expect(post.mails.map(({ subject }) => subject)).toContain("late")
})

import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type BuiltShop, openBuiltShop } from "~/testing/processes/built-shop.server"
import { queueMail } from "./outbox.server"

let shop: BuiltShop
let again: BuiltShop | undefined
let silent = true
const subjects: string[] = []

/** A mail server that says nothing at all as long as it is silent, and takes every mail otherwise. */
const post = createServer((socket) => {
  socket.on("error", () => {})
  if (!silent) converse(socket)
})

beforeAll(async () => {
  post.listen(0, "127.0.0.1")
  await once(post, "listening")
  shop = await openBuiltShop({ env: { SMTP_URL: smtpUrl(), MAIL_FROM: "Counter <shop@shop.example>" } })
})
afterAll(async () => {
  await again?.close()
  await shop?.close()
  post.close()
})

const smtpUrl = () => `smtp://127.0.0.1:${(post.address() as AddressInfo).port}`

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

async function statementsUnderWay(): Promise<number> {
  const { rows } = await shop.pool.query(
    "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'",
  )
  return rows.length
}

test("a process that is killed while sending keeps no mail back for longer than half a minute", async () => {
  for (let mail = 0; mail < 12; mail++) await promise(`early ${mail}`)
  await expect.poll(async () => (await attempted()).length).toBeGreaterThan(2)
  shop.process.kill("SIGKILL")
  // The database still ends what it was sent before, and may not have begun yet.
  await sleep(1_000)
  await expect.poll(statementsUnderWay).toBe(0)
  const onTheirWay = await attempted()
  const latest = Math.max(...onTheirWay.map(({ due_at }) => due_at.getTime()))
  expect(latest - Date.now()).toBeLessThanOrEqual(30_000)

  silent = false
  again = await openBuiltShop({ env: { SMTP_URL: smtpUrl(), MAIL_FROM: "Counter <shop@shop.example>" }, beside: shop })
  await promise("late")
  // Everything but what was on its way leaves at once.
  await expect.poll(() => subjects.length).toBe(12 - onTheirWay.length + 1)
  expect(subjects).toContain("late")
})

/** Just enough of the protocol. */
function converse(socket: Socket): void {
  let reading = false
  let input = ""
  socket.write("220 post.example\r\n")
  socket.on("data", (chunk) => {
    input += chunk
    for (let end = input.indexOf("\r\n"); end >= 0; end = input.indexOf("\r\n")) {
      const line = input.slice(0, end)
      input = input.slice(end + 2)
      const subject = /^Subject: (.*)$/.exec(line)?.[1]
      if (reading && subject) subjects.push(subject)
      if (reading && line !== ".") continue
      reading = line === "DATA"
      socket.write(reading ? "354 go on\r\n" : "250 ok\r\n")
      if (line === "QUIT") socket.end()
    }
  })
}

import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { DAY, MINUTE } from "~/domain/durations"
import { queueMail } from "~/domain/mail/outbox.server"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { TestBrowser } from "~/testing/browser/test-browser.server"
import { type BuiltShop, journeySecret, openBuiltShop } from "~/testing/processes/built-shop.server"
import { addBuyers, addProduct } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"

let right: BuiltShop
let ahead: BuiltShop
let behind: BuiltShop
const subjects: string[] = []

/** A mail server that accepts every mail after a second, during which another process could take it too */
const post = createServer((socket) => {
  socket.on("error", () => {})
  let reading = false
  let input = ""
  const say = (line: string) => void (socket.writable && socket.write(`${line}\r\n`))
  say("220 post.example")
  socket.on("data", (chunk) => {
    input += chunk
    for (let end = input.indexOf("\r\n"); end >= 0; end = input.indexOf("\r\n")) {
      const line = input.slice(0, end)
      input = input.slice(end + 2)
      const subject = /^Subject: (.*)$/.exec(line)?.[1]
      if (reading && subject) subjects.push(subject)
      if (reading && line === ".") {
        reading = false
        setTimeout(say, 1_000, "250 ok")
      } else if (!reading) {
        reading = line === "DATA"
        say(reading ? "354 go on" : "250 ok")
        if (line === "QUIT") socket.end()
      }
    }
  })
})

const skewedClock = resolve(import.meta.dirname, "../testing/processes/skewed-clock.mjs")
const skewed = (skew: number, then = 0) => ({
  NODE_OPTIONS: `--import=${skewedClock}`,
  CLOCK_SKEW: String(skew),
  CLOCK_SKEW_THEN: String(then),
})

const queue = (subject: string) =>
  right.shop.transaction((tx) =>
    queueMail(
      tx,
      "ada@shop.example",
      { kind: "order-shipped", subject, greeting: "Hello,", paragraphs: [subject] },
      [],
    ),
  )

const taken = (round: string) => subjects.filter((subject) => subject.startsWith(round))

let payments: string[]
beforeAll(async () => {
  post.listen(0, "127.0.0.1")
  await once(post, "listening")
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${(post.address() as AddressInfo).port}`,
    MAIL_FROM: "Counter <shop@shop.example>",
  }
  right = await openBuiltShop({ env })
  const { shop } = right
  const product = await addProduct(shop, { stock: 10 })
  const buyers = (await addBuyers(shop, 3)) as Member[]
  payments = await Promise.all(
    buyers.map(async (buyer) => {
      const checkout = await startCheckout(shop, buyer, [{ variantId: product, quantity: 1 }], null)
      return (await openPayment(shop, checkout, "intent")).id
    }),
  )
  ;[ahead, behind] = await Promise.all([
    openBuiltShop({ env: { ...env, ...skewed(DAY, 25_000) }, beside: right }),
    openBuiltShop({ env: { ...env, ...skewed(-DAY, -MINUTE) }, beside: right }),
  ])
})
afterAll(async () => {
  await Promise.all([ahead?.close(), behind?.close()])
  await right?.close()
  post.close()
})

const readiness = async ({ url }: BuiltShop) => {
  const answer = await fetch(`${url}/readyz`)
  return `${answer.status} ${await answer.text()}`
}

test("processes a day ahead and behind sell and sign in like the others, and send no mails", async () => {
  const { shop } = right
  const admin = await anAdmin(shop)
  const { token } = await startSession(shop, admin, { userAgent: "", address: "" })
  const cookie = await openSessionCookie({ secrets: [journeySecret], secure: false }).write({ token, cart: [] })
  for (const process of [ahead, behind]) {
    const browser = new TestBrowser(process.url, () => new Date())
    browser.keep(cookie)
    const answer = await browser.get("/admin/attention")
    expect(answer.status).toBe(200)
    const page = (await answer.text()).replaceAll("<!-- -->", "")
    expect(page).toContain("2 processes have a wrong clock")
    for (const clock of ["24 hours ahead of", "24 hours behind"])
      expect(page).toContain(`is ${clock} the database’s, so it sends no emails`)
  }
  expect(await readiness(ahead)).toBe("200 ready, but the clock of this machine is 24 hours ahead of the database’s")
  expect(await readiness(behind)).toBe("200 ready, but the clock of this machine is 24 hours behind the database’s")
  expect(await readiness(right)).toBe("200 ready")
  expect(ahead.output()).toContain("24 hours ahead of the database’s; this process does no background work")

  for (let mail = 0; mail < 5; mail++) await queue(`first ${mail}`)
  await expect.poll(() => taken("first").length, { timeout: 15_000 }).toBe(5)
  const states = await shop.db.selectFrom("payments").select("status").execute()
  expect(states.map(({ status }) => status)).toEqual(["open", "open", "open"])
  const holds = await shop.db.selectFrom("checkouts").select("status").execute()
  expect(holds.map(({ status }) => status)).toEqual(["held", "held", "held"])
  for (const id of payments) expect((await shop.payments.find(id))?.status).not.toBe("canceled")
})

test("once a clock is nearly right its process works again, by the database's time, and each mail is sent once", async () => {
  for (const { process } of [ahead, behind]) process.kill("SIGUSR2")
  const seconds = "200 ready, but the clock of this machine is 25 seconds ahead of the database’s"
  await expect.poll(() => readiness(ahead), { timeout: 10_000 }).toBe(seconds)
  await expect.poll(() => readiness(behind), { timeout: 10_000 }).toMatch(/60 seconds behind/)
  right.process.kill("SIGSTOP")
  try {
    for (let mail = 0; mail < 5; mail++) await queue(`second ${mail}`)
    await expect.poll(() => taken("second").length, { timeout: 20_000 }).toBe(5)
  } finally {
    right.process.kill("SIGCONT")
  }
  await sleep(1_500)
  for (const round of ["first", "second"]) {
    expect(taken(round).sort()).toEqual(Array.from({ length: 5 }, (_, mail) => `${round} ${mail}`))
  }
})

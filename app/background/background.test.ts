import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { finishPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { queueMail } from "~/domain/mail/outbox.server"
import { recordSearch } from "~/domain/search/popular/popular-searches.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { addBuyers, addProduct, countOrders, goodCard } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openPool } from "~db/database.server"
import { startBackground } from "./background.server"

const MINUTE = 60_000

let testShop: TestShop
let wire: SlowProxy
let direct: pg.Pool
let background: ReturnType<typeof startBackground>

beforeEach(async () => {
  testShop = await openTestShop({}, { connectVia: reach })
  direct = openPool({ url: testShop.databaseUrl, max: 1 })
})
afterEach(async () => {
  wire.resume()
  await background.stop()
  await direct.end()
  await testShop.close()
  await wire.close()
  vi.useRealTimers()
})

async function reach(url: string): Promise<string> {
  wire = await openSlowProxy(url)
  return wire.url
}

const start = () => startBackground({ ...testShop, databaseUrl: wire.url })

const promise = () =>
  testShop.shop.transaction((tx) => {
    const email = { kind: "welcome", subject: "Welcome", greeting: "Hello,", paragraphs: ["Welcome"] }
    return queueMail(tx, "ada@shop.example", email, [])
  })

/** Reads directly from the database, whatever the simulated network does. */
async function count(text: string): Promise<number> {
  const { rows } = await direct.query<{ count: string }>(text)
  return Number(rows[0]?.count)
}
const sent = () => count("select count(*) from mails where sent_at is not null")
const listening = () =>
  count("select count(*) from pg_stat_activity where datname = current_database() and query ilike 'listen%'")
/** Returns the last minute, since 1970, in which a round of payments has begun. */
const minuteOfLastRound = () =>
  count(`select coalesce(max(extract(epoch from last_execution)) / 60, 0)::int as count
    from graphile_worker._private_known_crontabs where identifier = 'payments'`)

test("gathered searches are saved when the process ends", async () => {
  recordSearch(testShop.shop, "mug", "ada")
  recordSearch(testShop.shop, "mug", "bob")
  await start().stop()
  background = start()
  expect(await count("select times as count from popular_searches where keyword = 'mug'")).toBe(2)
})

test("a mail is sent as soon as its transaction is committed", async () => {
  background = start()
  await expect.poll(listening).toBe(1)
  await promise()
  await expect.poll(sent).toBe(1)
})

test("a process whose clock is wrong runs no background work until it is right", async () => {
  testShop.clock.skew = -30_001
  background = start()
  await promise()
  await direct.query(`select graphile_worker.add_job('send-reset-link', '{"email":"ada@shop.example"}')`)
  await sleep(1_000)
  expect(await sent()).toBe(0)
  expect(await listening()).toBe(0)
  testShop.clock.skew = 29_999
  await expect.poll(sent).toBe(1)
  await expect.poll(() => count("select count(*) from graphile_worker.jobs")).toBe(0)
  testShop.clock.skew = 30_001
  await expect.poll(listening).toBe(0)
})

test("work scheduled while the database's clock was ahead is done once the clock is right", async () => {
  background = start()
  await expect.poll(minuteOfLastRound).not.toBeNaN()
  await background.stop()
  await direct.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('payments', now(), now() + interval '1 day')
    on conflict (identifier) do update set last_execution = excluded.last_execution`)
  await direct.query(`select graphile_worker.add_job('send-reset-link', '{"email":"ada@shop.example"}')`)
  await direct.query(`update graphile_worker._private_jobs set created_at = created_at + interval '1 day',
    run_at = run_at + interval '1 day'`)
  background = start()
  await expect.poll(minuteOfLastRound).toBe(0)
  await expect.poll(() => count("select count(*) from graphile_worker.jobs")).toBe(0)
})

test("a job whose process was killed is done by another process within minutes", async () => {
  await direct.query(`select graphile_worker.add_job('send-reset-link', '{"email":"ada@shop.example"}')`)
  await direct.query(`update graphile_worker._private_jobs
    set locked_by = 'worker-dead', locked_at = now() - interval '3 minutes', attempts = 1`)
  background = start()
  await expect.poll(() => count("select count(*) from graphile_worker.jobs")).toBe(0)
})

test("payments are processed and holds released even while mails hang and every refund fails", async () => {
  const { shop } = testShop
  const tray = await addProduct(shop, { stock: 400 })
  const [ada, bob, ...owed] = await addBuyers(shop, 8)
  const buy = (buyer: Member) => startCheckout(shop, buyer, [{ variantId: tray, quantity: 1 }], null)
  await buy(bob as Member)
  for (const buyer of owed) {
    const { id } = await openPayment(shop, await buy(buyer), "intent")
    await shop.payments.terminal?.confirm(id, goodCard)
    await finishPayment(shop, id)
  }
  await shop.db
    .insertInto("refunds")
    .columns(["id", "order_id", "payment_intent_id", "amount", "reason", "created_at"])
    .expression((from) =>
      from
        .selectFrom("orders")
        .select((row) => ["id", "id as order_id", "payment_intent_id", row.val(100).as("amount")])
        .select((row) => [row.val("asked for").as("reason"), row.val(shop.now()).as("created_at")]),
    )
    .execute()
  testShop.clock.advance({ minutes: 16 })
  const { id } = await openPayment(shop, await buy(ada as Member), "intent")
  await shop.payments.terminal?.confirm(id, goodCard)
  for (let mail = 0; mail < 45; mail++) await promise()

  const never = () => new Promise<never>(() => {})
  background = startBackground({
    clock: testShop.clock,
    databaseUrl: wire.url,
    shop: {
      ...shop,
      mailer: { kind: "smtp", send: never },
      payments: { ...shop.payments, refund: never, findRefund: never },
    },
  })
  await expect.poll(() => countOrders(shop, ada as Member)).toBe(1)
  await expect.poll(() => count("select count(*) from checkouts where status = 'held'")).toBe(0)
})

test("a database that hangs over the turn of a minute and is cut off loses no job: they recover by themselves", async () => {
  // The test moves only the calendar, to four seconds before the turn of a minute; it continues by itself once
  // everything has begun.
  const turn = Math.ceil(Date.now() / MINUTE) * MINUTE
  vi.useFakeTimers({ toFake: ["Date"], now: turn - 4_000 })
  background = start()
  await expect.poll(listening).toBe(1)
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, now: turn - 4_000 })
  wire.hang()
  // Waits for the turn of the minute, and until the writes due then have failed.
  await new Promise((resolve) => setTimeout(resolve, 14_000))
  expect(await minuteOfLastRound()).toBeLessThan(turn / MINUTE)
  vi.setSystemTime(turn + 45_000)
  wire.cut()
  wire.resume()
  await promise()
  await expect.poll(sent).toBe(1)
  await expect.poll(listening).toBe(1)
  await expect.poll(minuteOfLastRound, { timeout: 60_000 }).toBe(turn / MINUTE + 1)
}, 150_000)

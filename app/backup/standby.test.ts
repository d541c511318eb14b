import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pino } from "pino"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startBackground } from "~/background/background.server"
import type { Member } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { sweepPictures } from "~/domain/media/sweep-pictures.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { goLive } from "~/domain/settings/go-live.server"
import { findStandby } from "~/domain/standby.server"
import { type OpenShop, openShop } from "~/open-shop.server"
import { parseSettings } from "~/start/settings.server"
import { configurationWarnings } from "~/start/startup-messages.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { BASELINE } from "~db/migrate.server"
import { openOldDatabase } from "~db/testing/test-old-database"
import { createArchive } from "./archive-file.server"
import { checkBackup } from "./check-backup.server"
import { restoreBackup } from "./restore-backup.server"
import { writeBackup, writeTables } from "./write-backup.server"

const keys = { key: null, signingKey: null }

let testShop: TestShop
let folder: string
let path: string
let member: Member
let tray: string

/** A shop with a mail, a refund and a payment that are due; the tests restore its backup many times. */
beforeAll(async () => {
  testShop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), "counter-standby-"))
  path = join(folder, "shop.tar")
  const { shop, databaseUrl, pool } = testShop
  const admin = await signUpAdmin(shop)
  tray = await shelve(shop, admin, { stock: 10 })
  member = await signUp(shop, "ada@buyers.test")
  const refund = () => Promise.reject(new Error("the gateway is away"))
  const order = await buy(shop, member, tray)
  await refundOrder({ ...shop, payments: { ...shop.payments, refund } }, admin, order, { amount: 100, reason: "Sorry" })
  const checkout = await startCheckout(shop, member, [{ variantId: tray, quantity: 2 }], null)
  await openPayment(shop, checkout, "intent")
  await pool.query(`update checkouts set created_at = created_at - interval '2 hours', hold_expires_at = now() - interval '1 hour';
    update payments set created_at = created_at - interval '2 hours';
    update refunds set created_at = created_at - interval '2 hours', next_try_at = null`)
  await writeBackup({ shop, databaseUrl, sessionSecret: null }, { path, keys })
})
afterAll(async () => {
  await testShop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the restored backup as a server does. */
async function restoredShop(live: boolean): Promise<OpenShop & { end(): Promise<void> }> {
  const target = await openTestShop()
  await restoreBackup(target, await checkBackup(path, keys), { path, keys, live })
  const open = await openShop(
    parseSettings({
      DATABASE_URL: target.databaseUrl,
      PAYMENTS: "sandbox",
      SESSION_SECRET: "0123456789abcdef",
      DATA_DIR: folder,
    }),
    { log: pino({ level: "silent" }) },
  )
  const end = async () => {
    await open.close()
    await target.close()
  }
  return { ...open, end }
}

async function stateOf({ pool }: OpenShop) {
  const { rows } = await pool.query(`select
    (select count(*)::int from mails where sent_at is not null) as mails,
    (select count(*)::int from sandbox_refunds) as refunds,
    (select count(*)::int from sandbox_intents where status = 'canceled') as canceled,
    (select count(*)::int from checkouts where status = 'held') as held`)
  return rows[0]
}

const untouched = { mails: 0, refunds: 0, canceled: 0, held: 1 }

test("a restored copy sends no mail and touches no payment until it is live, and then loses nothing that waited", async () => {
  const copy = await restoredShop(false)
  const { head } = await checkBackup(path, keys)
  expect((await findStandby(copy.shop))?.backupMadeAt).toEqual(new Date(head.madeAt))
  expect(await stateOf(copy)).toEqual(untouched)
  const background = startBackground(copy)
  // Waits several times as long as a live shop needs for all of it.
  await sleep(3_000)
  expect(await stateOf(copy)).toEqual(untouched)
  await background.stop()

  expect(await goLive(copy.shop)).toBe(true)
  expect(await goLive(copy.shop)).toBe(false)
  const after = startBackground(copy)
  await expect.poll(() => stateOf(copy), { timeout: 20_000 }).toMatchObject({ refunds: 1, canceled: 1, held: 0 })
  await expect.poll(async () => (await stateOf(copy)).mails, { timeout: 20_000 }).toBeGreaterThan(1)
  await after.stop()
  await copy.end()
}, 60_000)

test("on standby the gateway can be read but not changed, by anyone", async () => {
  const copy = await restoredShop(false)
  const { payments } = copy.shop
  const { rows } = await copy.pool.query<{ id: string }>(
    "select id from sandbox_intents order by created_at desc limit 1",
  )
  const id = rows[0]?.id ?? ""
  expect(await payments.find(id)).toMatchObject({ id, status: "requires_payment_method" })
  const payment = {
    paymentId: "a".repeat(24),
    userId: member.id,
    checkoutId: null,
    amount: 100,
    customer: null,
    shop: "",
    currency: "USD" as const,
  }
  const page = { ...payment, lines: [], returnUrl: "", cancelUrl: "", expiresAt: new Date() }
  const card = { number: "4242424242424242", expiry: { month: 12, year: 2099 }, cvc: "123" }
  for (const act of [
    () => payments.open(payment),
    () => payments.openHosted(page),
    () => payments.cancel(id),
    () => payments.refund({ intentId: id, amount: 100, refundId: "b".repeat(24), refusals: 0 }),
    () => payments.terminal?.confirm(id, card as never),
    () => payments.terminal?.resolveApproval(id, true),
    () => buy(copy.shop, member, tray),
    () => sweepPictures(copy.shop),
  ])
    await expect((async () => act())()).rejects.toMatchObject({ kind: "unavailable", message: /not live/ })
  expect(await stateOf(copy)).toMatchObject({ refunds: 0, canceled: 0 })
  await copy.end()
})

test("a backup restored as the shop itself continues immediately", async () => {
  const shop = await restoredShop(true)
  expect(await findStandby(shop.shop)).toBeNull()
  expect(await buy(shop.shop, member, tray)).toMatch(/^[0-9a-f]{24}$/)
  await shop.end()
})

test("a copy of the oldest backup is on standby as well, and its invoices pause", async () => {
  const [old, empty] = [await openOldDatabase(BASELINE), await openOldDatabase(BASELINE)]
  const earlier = join(folder, "earlier.tar")
  const archive = await createArchive(earlier, keys)
  const tables = await writeTables(old.client, archive, { madeAt: new Date(), onProgress: () => {} })
  await archive.finish({ tables, objects: 0, missing: 0, damaged: [], contradictions: [] })
  await restoreBackup({ shop: testShop.shop, databaseUrl: empty.url }, await checkBackup(earlier, keys), {
    path: earlier,
    keys,
  })
  expect((await empty.client.query("select from standby")).rowCount).toBe(1)
  expect((await empty.client.query("select from billing_document_pause")).rowCount).toBe(1)
  await old.close()
  await empty.close()
})

test("the start says that the shop is on standby", () => {
  const standby = { since: new Date(), backupMadeAt: new Date("2026-11-21T03:15:00Z") }
  const open = { shop: testShop.shop, embedded: true, dataFolder: folder } as OpenShop
  const warnings = configurationWarnings(open, parseSettings({}), standby)
  expect(warnings.join()).toMatch(/on standby, from a backup of 2026-11-21T03:15.*npm run live/)
  expect(configurationWarnings(open, parseSettings({}), null).join()).not.toContain("standby")
})

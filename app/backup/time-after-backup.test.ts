import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { finishPayment } from "~/domain/checkout/settlement/finish-payment.server"
import { openSecondProcess } from "~/domain/checkout/testing/second-process.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { findOrderOfIntent } from "~/domain/orders/orders.server"
import { resolveIncident } from "~/domain/payments/incident-list.server"
import type { Shop } from "~/domain/shop"
import { addBuyer, countOrders } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openStripeTest } from "~/testing/shop/stripe-shop.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { checkBackup } from "./check-backup.server"
import { restoreBackup } from "./restore-backup.server"
import { writeBackup } from "./write-backup.server"

const here = openStripeTest(openTestShop, { stock: 50 })
const keys = { key: null, signingKey: null }
const opened: TestShop[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counter-lost-"))
})
afterAll(async () => {
  for (const shop of opened) await shop.close()
  await rm(folder, { recursive: true })
})

const confirmed = (buyer: Member, shop = here.shop) =>
  startCheckout(shop, buyer, [{ variantId: here.tray, quantity: 2 }], null)

/** Pays for the checkout, or for a new one; returns the intent. */
async function paid(buyer: Member, checkout?: Awaited<ReturnType<typeof confirmed>>): Promise<string> {
  const { id } = await openPayment(here.shop, checkout ?? (await confirmed(buyer)), "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(here.shop, id)
  return id
}

async function backUp(): Promise<string> {
  // A shop gets its identity when it first runs.
  await reconcile(here.shop)
  return writeCopy(here)
}

async function writeCopy({ shop, databaseUrl }: Pick<TestShop, "shop" | "databaseUrl">): Promise<string> {
  const path = join(folder, `${opened.length}-${Math.random()}.tar`)
  await writeBackup({ shop, databaseUrl, sessionSecret: null }, { path, keys })
  return path
}

/** The same shop, restored on another database, with the same account of the payment service */
async function restored(path: string): Promise<TestShop> {
  const twin = await openTestShop({ payments: here.shop.payments })
  opened.push(twin)
  await restoreBackup(twin, await checkBackup(path, keys), { path, keys, live: true })
  const shop = { ...twin.shop, now: here.clock.now }
  const second = openSecondProcess({ ...twin, shop, stripe: here.stripe })
  return { ...twin, shop: { ...shop, transaction: second.transaction } }
}

const incidentsOf = ({ db }: Shop, kind: string) =>
  db.selectFrom("payment_incidents").selectAll().where("kind", "=", kind).execute()

/** Runs the check for other live shops, then moves time past the hour after which payments are settled. */
async function recover(...shops: Shop[]): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    await Promise.all(shops.map((shop) => reconcile(shop)))
    here.clock.advance({ minutes: 16 })
  }
  await Promise.all(shops.map((shop) => reconcile(shop)))
}

test("each payment made in the hours after the backup becomes an order or a refund, once, in two processes", async () => {
  const { stripe } = here
  const [known, ben, dan, eve] = await Promise.all([1, 2, 3, 4].map(() => addBuyer(here.shop)))
  if (!known || !ben || !dan || !eve) throw new Error("no buyers")
  const before = await paid(here.ada)
  const checkout = await confirmed(known)
  const path = await backUp()

  const ofCheckout = await paid(known, checkout)
  const ofMember = await paid(ben)
  const ofUnknownBuyer = await paid(await addBuyer(here.shop))
  const givenBack = await paid(dan)
  stripe.account.createRefund({ payment_intent: givenBack, amount: "13500" })
  const inPart = await paid(ben)
  stripe.account.createRefund({ payment_intent: inPart, amount: "500" })
  const { id: unpaid } = await openPayment(here.shop, await confirmed(eve), "intent")
  const order = await findOrderOfIntent(here.shop, here.ada, before)
  await refundOrder(here.shop, await anAdmin(here.shop), order.id, { amount: 700 })
  const foreign = { amount: "13500", currency: "usd" }
  const others = ["", "another https://other.test"].map((shop) => {
    const { id } = stripe.account.createIntent({ ...foreign, metadata: { shop, userId: ben.id } })
    stripe.cardholder.pay(id)
    return id
  })
  here.clock.advance({ hours: 3 })

  const one = await restored(path)
  expect((await reconcile(one.shop)).waiting).toEqual([
    expect.stringContaining("6 payments that are not in the database"),
  ])
  expect(stripe.account.refundedOf(ofMember)).toBe(0)
  const two = openSecondProcess({ ...one, stripe })
  await recover(one.shop, { ...two, now: here.clock.now })

  expect(await countOrders(one.shop, known)).toBe(1)
  expect(await countOrders(one.shop, ben)).toBe(0)
  const refunded = Object.fromEntries(
    [ofCheckout, ofMember, ofUnknownBuyer, givenBack, inPart, ...others].map((id) => [
      id,
      stripe.account.refundedOf(id),
    ]),
  )
  expect(Object.values(refunded)).toEqual([0, 13_500, 13_500, 13_500, 13_500, 0, 0])
  expect(stripe.account.intent(unpaid).status).toBe("canceled")
  expect(await findOrderOfIntent(one.shop, here.ada, before)).toMatchObject({ refunded: 700 })
  const found = await incidentsOf(one.shop, "payment-found")
  expect(found.map((incident) => incident.payment_intent_id).sort()).toEqual(
    [ofCheckout, ofMember, ofUnknownBuyer, inPart].sort(),
  )
  expect(found.every(({ resolved_at }) => resolved_at === null)).toBe(true)
  await expectInvariants(one.shop, { gateway: { intents: async () => [] } })

  // The database is lost a second time.
  const refunds = stripe.account.refunds.size
  const again = await restored(path)
  await recover(again.shop)
  expect(stripe.account.refunds.size).toBe(refunds)
  expect(await countOrders(again.shop, known)).toBe(1)
})

test("a backup made while an earlier loss was being recovered needs no one either", async () => {
  const buyer = await addBuyer(here.shop)
  const path = await backUp()
  const first = await paid(buyer)
  here.clock.advance({ hours: 2 })
  const copy = await restored(path)
  await reconcile(copy.shop)
  const second = await writeCopy(copy)
  here.clock.advance({ minutes: 10 })
  const { id } = await openPayment(copy.shop, await confirmed(await addBuyer(copy.shop), copy.shop), "intent")
  here.stripe.cardholder.pay(id)
  await finishPayment(copy.shop, id)
  here.clock.advance({ minutes: 2 })
  const last = await restored(second)
  await recover(last.shop)
  here.clock.advance({ hours: 1 })
  await recover(last.shop)
  expect([first, id].map((intent) => here.stripe.account.refundedOf(intent))).toEqual([13_500, 13_500])
  expect(await incidentsOf(last.shop, "payments-of-a-copy")).toEqual([])
})

test("a copy of a shop that still sells, or a copy at another address, changes nothing and says so", async () => {
  const path = await backUp()
  const lost = await paid(here.ada)
  here.clock.advance({ hours: 2 })
  const copy = await restored(path)
  await reconcile(copy.shop)
  here.clock.advance({ minutes: 10 })
  const { id: younger } = await openPayment(here.shop, await confirmed(here.ada), "intent")
  here.stripe.cardholder.pay(younger)
  await recover(copy.shop)
  expect(here.stripe.account.refundedOf(lost)).toBe(0)
  const [incident] = await incidentsOf(copy.shop, "payments-of-a-copy")
  expect(incident).toMatchObject({ resolved_at: null, detail: expect.stringContaining("still being made") })

  const { shop } = await restored(path)
  const staging = { ...shop, identity: { name: "", email: "", url: "https://staging.test" } }
  await recover(staging)
  const [elsewhere] = await incidentsOf(staging, "payments-of-a-copy")
  expect(elsewhere?.detail).toContain("were made at http://localhost:3000, not at this address")
  expect(here.stripe.account.refundedOf(lost)).toBe(0)

  // The owner confirms that the other shop has ended.
  here.clock.advance({ hours: 1 })
  await resolveIncident(copy.shop, await anAdmin(copy.shop), incident?.id ?? "")
  await recover(copy.shop)
  expect(here.stripe.account.refundedOf(lost)).toBe(13_500)
  expect(here.stripe.account.refundedOf(younger)).toBe(13_500)
})

import { sql } from "kysely"
import { beforeAll, expect, test } from "vitest"
import type { GatewayPayment, PaymentGateway } from "~/domain/payments/gateway"
import type { Shop } from "~/domain/shop"
import { addBuyer, countOrders, goodCard } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { startCheckout } from "../hold/start-checkout.server"
import { openPayment } from "../payment/checkout-payment.server"
import { reconcile } from "./reconcile.server"
import { recoverPayments } from "./recover-payments.server"

const here = openCheckoutTest({ stock: 50 })
/** A shop that has run has its identity. */
beforeAll(() => reconcile(here.shop))

/** Pays for an order whose payment the database then loses. */
async function lose() {
  const buyer = await addBuyer(here.shop)
  const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 1 }], null)
  const { id } = await openPayment(here.shop, checkout, "intent")
  await here.shop.payments.terminal?.confirm(id, goodCard)
  await here.pool.query("delete from payments where gateway_id = $1", [id])
  return { buyer, id }
}

/** Finds the payments, and lets the time pass in which the shop watches for others. */
async function watch(shop = here.shop): Promise<void> {
  here.clock.advance({ hours: 2 })
  await reconcile(shop)
  here.clock.advance({ minutes: 16 })
}

const incidentsOf = (id: string) =>
  here.shop.db
    .selectFrom("payment_incidents")
    .select(["kind", sql<boolean>`resolved_at is null`.as("isOpen")])
    .where("payment_intent_id", "=", id)
    .orderBy("created_at")
    .execute()
const found = { kind: "payment-found", isOpen: true }

/** A process that dies at the transaction with this number */
function shopFailingAt(number: number): Shop {
  let transactions = 0
  return {
    ...here.shop,
    async transaction(work) {
      if (transactions++ >= number) throw new Error("killed")
      return here.shop.transaction(work)
    },
  }
}

test("a lost payment is reported with its order, at whatever moment the process dies", async () => {
  for (let transactions = 0; transactions < 3; transactions++) {
    const { buyer, id } = await lose()
    await watch()
    await recoverPayments(shopFailingAt(transactions)).catch(() => [])
    await reconcile(here.shop)
    expect([transactions, await countOrders(here.shop, buyer)]).toEqual([transactions, 1])
    expect(await incidentsOf(id)).toEqual([found])
  }
  await expectInvariants(here.shop)
})

test("a payment that is still processing does not delay later ones, and is not forgotten", async () => {
  const [slow, paid] = [await lose(), await lose()]
  const { payments } = here.shop
  const asProcessing = <P extends GatewayPayment>(payment: P): P =>
    payment.id === slow.id ? { ...payment, status: "processing" } : payment
  const gateway: PaymentGateway = {
    ...payments,
    async paymentsBetween(from, until) {
      const listed = await payments.paymentsBetween(from, until)
      return { ...listed, payments: listed.payments.map(asProcessing) }
    },
    cancel: async (id) =>
      id === slow.id ? payments.find(id).then((one) => one && asProcessing(one)) : payments.cancel(id),
  }
  const shop = { ...here.shop, payments: gateway }
  await watch(shop)
  expect((await reconcile(shop)).waiting).toEqual([`payment ${slow.id}: it is still being paid`])
  expect(await countOrders(shop, paid.buyer)).toBe(1)
  const stuck = { kind: "payment-stuck", isOpen: true }
  expect(await incidentsOf(slow.id)).toEqual([stuck])

  here.clock.advance({ days: 2 })
  const next = await lose()
  await watch(shop)
  expect((await reconcile(shop)).waiting).toEqual([`payment ${slow.id}: it is still being paid`])
  expect(await countOrders(shop, next.buyer)).toBe(1)
  expect(await countOrders(shop, slow.buyer)).toBe(0)

  expect((await reconcile(here.shop)).waiting).toEqual([])
  expect(await countOrders(shop, slow.buyer)).toBe(1)
  expect(await incidentsOf(slow.id)).toEqual([{ ...stuck, isOpen: false }, found])
  const { rows } = await here.pool.query("select name from gateway_cursors where name like 'un%'")
  expect(rows).toEqual([])
  await expectInvariants(here.shop)
})

/** Loses the first payments, and more while the shop watches whether another one takes them. */
async function payTwiceUnrecorded() {
  const first = await lose()
  here.clock.advance({ hours: 2 })
  await reconcile(here.shop)
  here.clock.advance({ minutes: 10 })
  return { first, second: await lose() }
}

test("payments of a shop with a copy of the database are left to it, until an operator decides", async () => {
  const { first, second } = await payTwiceUnrecorded()
  here.clock.advance({ minutes: 6 })
  expect(await recoverPayments(here.shop)).toEqual([expect.stringContaining("still being made by another shop")])
  expect(await countOrders(here.shop, first.buyer)).toBe(0)
  expect(await incidentsOf(second.id)).toEqual([{ kind: "payments-of-a-copy", isOpen: true }])
  await here.pool.query("update payment_incidents set resolved_at = $1 where resolved_at is null", [here.shop.now()])
  here.clock.advance({ hours: 2 })
  expect(await recoverPayments(here.shop)).toEqual([])
  for (const { buyer } of [first, second]) expect(await countOrders(here.shop, buyer)).toBe(1)
})

test("a second loss while the first is being recovered needs no one", async () => {
  const { first, second } = await payTwiceUnrecorded()
  // The next server is promoted, which begins a new timeline.
  await here.pool.query("update gateway_cursors set name = 'unknown-payments 00000000' where name like 'unknown-%'")
  here.clock.advance({ minutes: 6 })
  expect(await recoverPayments(here.shop)).toEqual([expect.stringContaining("waits 15 minutes")])
  here.clock.advance({ minutes: 16 })
  expect(await recoverPayments(here.shop)).toEqual([])
  expect(await countOrders(here.shop, first.buyer)).toBe(1)
  await watch()
  expect(await recoverPayments(here.shop)).toEqual([])
  expect(await countOrders(here.shop, second.buyer)).toBe(1)
  for (const { id } of [first, second]) expect(await incidentsOf(id)).toEqual([found])
  const { rows } = await here.pool.query("select name from gateway_cursors where name like 'un%'")
  expect(rows).toEqual([])
  await expectInvariants(here.shop)
})

test("the oldest of more payments than fit a list is found", async () => {
  const { buyer, id } = await lose()
  await here.pool.query(
    `insert into sandbox_intents (id, idempotency_key, client_secret, amount, currency, status, metadata, created_at)
     select 'pi_other_' || number, 'other ' || number, 'other ' || number, 5000, 'usd', 'succeeded', '{}',
       (select date_trunc('milliseconds', created_at) from sandbox_intents where id = $1) + number * interval '10 ms'
     from generate_series(1, 2500) number`,
    [id],
  )
  await watch()
  for (let rounds = 0; rounds < 3; rounds++) expect(await recoverPayments(here.shop)).toEqual([])
  expect(await countOrders(here.shop, buyer)).toBe(1)
  expect(await incidentsOf(id)).toEqual([found])
})

import { expect, test, vi } from "vitest"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { HOUR, MINUTE } from "~/domain/durations"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { Shop } from "~/domain/shop"
import {
  expectInvoicesWithoutGaps,
  expectMailsOnce,
  expectNothingLost,
} from "~/testing/processes/expect-nothing-lost.server"
import { type FailoverCluster, openFailoverCluster } from "~/testing/processes/failover-cluster.server"
import { type StripeLoad, startStripeLoad } from "~/testing/processes/stripe-load.server"
import { addBuyers, addProduct } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"

const UNITS = 5_000
/** With this rest, each stays below the limits on payments, and they buy three units a second. */
const BUYERS = 18
const REST = 6_000
/** Milliseconds from the promotion until the first purchase */
const SELLS_WITHIN = 15_000

const inTime = (shop: Shop, later: number): Shop => ({ ...shop, now: () => new Date(Date.now() + later) })

/** Promotes the replica, waits until the shop sells and compares all tables with their indexes. */
async function promote(cluster: FailoverCluster, load: StripeLoad): Promise<void> {
  await cluster.promote()
  const promotedAt = performance.now()
  await load.more(1)

  expect(performance.now() - promotedAt).toBeLessThan(SELLS_WITHIN)
  expect(await cluster.replication.findDamage()).toEqual([])
}

/** The deaths share a pair of servers, and each replaces the lost one. */
test("no order is lost with primaries that die inside its commit, and in a row", async () => {
  const cluster = await openFailoverCluster()
  const { shop, stripe, post } = cluster
  const product = await addProduct(shop, { stock: UNITS })
  const { version, settings } = await readNewestSettings(shop)
  await changeSettings(shop, await anAdmin(shop), {
    snapshot: version,
    facts: { ...settings, invoiceNumbers: "INV-{number}" },
  })
  const load = await startStripeLoad(cluster, { buyers: await addBuyers(shop, BUYERS), product, rest: REST })
  await load.more(BUYERS)

  // The replica never receives the commit of an order.
  await cluster.holdOrder()
  cluster.kill()
  await promote(cluster, load)
  await cluster.replaceReplica()
  await load.more(BUYERS)

  // The commit of an order is on both servers, but its buyer does not learn of it.
  await cluster.holdOrder()
  await cluster.completeUnseen()
  cluster.kill()
  await promote(cluster, load)

  // The next primary dies as soon as it has a replica, with processes that may still look for it.
  await cluster.replaceReplica()
  cluster.kill()
  await cluster.promote()
  await cluster.replaceReplica()
  cluster.kill()
  await promote(cluster, load)
  await cluster.replaceReplica()
  await load.more(BUYERS)
  await load.stop()
  const soon = inTime(shop, 16 * MINUTE)
  await vi.waitFor(() => processDueRefunds(soon))
  await expectInvariants(soon, { shelved: { [product]: UNITS }, gateway: stripeState(stripe) })
  await expectNothingLost(shop, load, stripe)
  await expectInvoicesWithoutGaps(shop)
  await expectMailsOnce(shop, post)
})

test("each payment that a promoted replica has not received becomes an order, or is refunded", async () => {
  const cluster = await openFailoverCluster()
  const { shop, stripe } = cluster
  const product = await addProduct(shop, { stock: UNITS })
  const load = await startStripeLoad(cluster, { buyers: await addBuyers(shop, BUYERS), product, rest: REST })
  await load.more(BUYERS)
  await cluster.replication.setSynchronous(false)
  cluster.stopReplication()
  await load.more(2 * BUYERS)
  cluster.kill()
  await promote(cluster, load)
  await load.more(BUYERS)
  await load.stop()
  const { db } = shop
  const present = await db.selectFrom("orders").select("id").where("id", "in", load.orders).execute()
  const lost = load.orders.filter((order) => !present.some(({ id }) => id === order))
  expect(lost.length).toBeGreaterThan(0)
  // A payment whose record the replica has is finished as usual; a cancelled order is refunded already.
  const isGone = new Set(
    lost.filter((order) => !load.cancelled.includes(order)).map((order) => load.intents.get(order)),
  )
  for (const { gateway_id } of await db.selectFrom("payments").select("gateway_id").execute())
    isGone.delete(gateway_id ?? "")
  const unknown = [...isGone].map(String)

  await cluster.stopProcesses()
  await reconcile(inTime(shop, HOUR + 5 * MINUTE))
  const later = inTime(shop, HOUR + 25 * MINUTE)
  await expect.poll(async () => (await reconcile(later)).waiting, { timeout: 15_000 }).toEqual([])
  await expectInvariants(later, { shelved: { [product]: UNITS }, gateway: stripeState(stripe) })
  const found = await db
    .selectFrom("payment_incidents")
    .select("payment_intent_id")
    .where("kind", "=", "payment-found")
    .execute()
  expect(found.map((incident) => incident.payment_intent_id)).toEqual(expect.arrayContaining(unknown))
  expect(await cluster.replication.findDamage()).toEqual([])
})

import { setTimeout as sleep } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { pick, random } from "~/demo/random"
import { MINUTE } from "~/domain/durations"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import {
  expectInvoicesWithoutGaps,
  expectMailsOnce,
  expectNothingLost,
  findLosses,
} from "~/testing/processes/expect-nothing-lost.server"
import { type FailoverCluster, openFailoverCluster } from "~/testing/processes/failover-cluster.server"
import { type StripeLoad, startStripeLoad } from "~/testing/processes/stripe-load.server"
import { addBuyers, addProduct } from "~/testing/shop/buyers.server"
import { expectInvariants, stripeState } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"

const MINUTES = Number(process.env.OUTAGE_MINUTES ?? 2)
const SEED = Number(process.env.OUTAGE_SEED ?? 1)
const UNITS = 100_000
/** With this rest, each stays below the limits on payments, and they buy five units a second. */
const BUYERS = 40
const REST = 7_000
/** The longest that a primary lives after it has a replica, and that the replica waits for its promotion */
const LIFE = 15_000
const VACANCY = 6_000
/** Milliseconds in which commits wait for the replica before the primary is lost, in half of the outages */
const WAIT = 1_500
/** Milliseconds from the promotion until the first purchase */
const SELLS_WITHIN = 15_000

const losses = ["killed", "killed with a process", "cut off", "isolated"] as const

interface Outage {
  "lost after, s": string
  how: string
  "commits waited, ms": number
  "orders so far": number
  "promoted after, s": string
  "sold again after, s": string
  damage: number
  losses: number
}

const TIMEOUT = (MINUTES + 5) * MINUTE

test(`no order is lost while primaries die at random moments for ${MINUTES} minutes`, {
  timeout: TIMEOUT,
}, async () => {
  const cluster = await openFailoverCluster()
  const { shop, stripe, post } = cluster
  const staff = await anAdmin(shop)
  const product = await addProduct(shop, { stock: UNITS })
  const { version, settings } = await readNewestSettings(shop)
  await changeSettings(shop, staff, { snapshot: version, facts: { ...settings, invoiceNumbers: "INV-{number}" } })
  const load = await startStripeLoad(cluster, { buyers: await addBuyers(shop, BUYERS), product, rest: REST, staff })
  await load.more(1)

  const next = random(SEED)
  const outages: Outage[] = []
  const found: string[] = []
  const began = performance.now()
  while (performance.now() - began < MINUTES * MINUTE) {
    await sleep(next() * LIFE)
    const lostAfter = performance.now() - began
    const outage = await loseAndPromote(cluster, load, next)
    const damage = await cluster.replication.findDamage()
    const lost = await vi.waitFor(() => findLosses(shop, load), { timeout: 30_000 })
    found.push(...damage, ...lost)
    outages.push({ "lost after, s": inSeconds(lostAfter), ...outage, damage: damage.length, losses: lost.length })
    await cluster.replaceReplica()
  }
  await load.more(BUYERS)
  await load.stop()
  const server = await cluster.replication.askPrimary<string>("select current_setting('server_version')")
  const { orders, cancelled, refunded } = load
  const counts = `${orders.length} orders, ${cancelled.length} cancelled, ${refunded.length} refunded in part`
  console.log(`Seed ${SEED}, ${MINUTES} minutes, PostgreSQL ${server}, Node ${process.version}: ${counts}`)
  console.table(outages)

  expect(found).toEqual([])
  expect(outages.map((outage) => Number(outage["sold again after, s"])).filter(isTooLate)).toEqual([])
  const soon = { ...shop, now: () => new Date(Date.now() + 16 * MINUTE) }
  await vi.waitFor(() => processDueRefunds(soon), { timeout: 2 * MINUTE })
  await expectInvariants(soon, { shelved: { [product]: UNITS }, gateway: stripeState(stripe) })
  await expectNothingLost(shop, load, stripe)
  await expectInvoicesWithoutGaps(shop)
  await expectMailsOnce(shop, post)
})

/** Loses the primary at this moment, and promotes the replica some seconds later. */
async function loseAndPromote(cluster: FailoverCluster, load: StripeLoad, next: () => number) {
  const how = pick(next, losses)
  const waited = next() < 0.5 ? Math.round(next() * WAIT) : 0
  if (waited > 0) cluster.stopReplication()
  await sleep(waited)
  const ordersSoFar = load.orders.length
  const lostAt = performance.now()
  const port = how === "killed with a process" ? pick(next, cluster.ports) : null
  if (how === "cut off") cluster.cutOff()
  else if (how === "isolated") cluster.isolate()
  else cluster.kill()
  if (port) await cluster.servers.get(port)?.end("SIGKILL")
  await sleep(next() * VACANCY)
  await cluster.promote()
  const promotedAt = performance.now()
  const restarted = port ? cluster.start(port) : null
  await load.more(1)
  const soldAt = performance.now()
  await restarted
  return {
    how,
    "commits waited, ms": waited,
    "orders so far": ordersSoFar,
    "promoted after, s": inSeconds(promotedAt - lostAt),
    "sold again after, s": inSeconds(soldAt - promotedAt),
  }
}

const inSeconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)
const isTooLate = (seconds: number) => seconds * 1_000 > SELLS_WITHIN

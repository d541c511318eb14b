import { sql } from "kysely"
import { pino } from "pino"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { listReviews } from "~/domain/reviews/review-list.server"
import { categoryTiles } from "~/domain/search/category-tiles.server"
import { browseProducts } from "~/domain/search/listing.server"
import { findNearest } from "~/domain/search/nearest.server"
import { emptyFilter } from "~/domain/search/product-filter"
import { suggest } from "~/domain/search/suggestions.server"
import type { Shop } from "~/domain/shop"
import { type OpenShop, openShop } from "~/open-shop.server"
import { parseSettings } from "~/start/settings.server"
import { addProduct, setPrice } from "~/testing/shop/buyers.server"
import { openTestReplication, type TestReplication } from "~db/testing/test-replica"
import { featuredProducts } from "./featured.server"
import { findProductOrNull } from "./find-product.server"
import { readCatalog } from "./read-catalog.server"
import { similarProducts } from "./similar.server"

let replication: TestReplication
let open: OpenShop
const log: string[] = []

beforeAll(async () => {
  replication = await openTestReplication()
  const settings = parseSettings({
    DATABASE_URL: replication.primaryUrl,
    DATABASE_READ_URL: replication.replicaUrl,
    SESSION_SECRET: "a secret of some length",
    PAYMENTS: "sandbox",
  })
  open = await openShop(settings, { log: pino({ level: "warn" }, { write: (line: string) => void log.push(line) }) })
})
afterAll(async () => {
  await open?.close()
  await replication?.close()
})

const onReplica = async ({ db }: Shop) => {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db)
  return rows[0]?.replica
}
const untilAsked = () => vi.waitUntil(async () => readCatalog(open.shop, onReplica), { timeout: 30_000, interval: 50 })

test("every query of a catalogue page can run on a replica", async () => {
  const { shop } = open
  const tray = await addProduct(shop)
  await untilAsked()
  log.length = 0
  const read = async () =>
    readCatalog(shop, async (shop) => {
      const [first] = await Promise.all([
        onReplica(shop),
        browseProducts(shop, { ...emptyFilter, keyword: "tray" }),
        browseProducts(shop, emptyFilter),
        findNearest(shop, "trey"),
        suggest(shop, "wal"),
        featuredProducts(shop),
        categoryTiles(shop),
        similarProducts(shop, tray),
        listReviews(shop, tray, { page: 1, sort: "newest" } as Parameters<typeof listReviews>[2]),
      ])
      return first
    })
  await vi.waitUntil(read, { timeout: 30_000 })
  expect(log.filter((line) => line.includes("25006"))).toEqual([])
})

test("a changed price is read from any server", async () => {
  const { shop } = open
  const tray = await addProduct(shop)
  let onReplicas = 0
  for (let price = 1_000; onReplicas < 30; price++) {
    await setPrice(shop, tray, price)
    const [found, list, wasReplica] = await readCatalog(shop, async (shop) => [
      await findProductOrNull(shop, tray),
      await browseProducts(shop, emptyFilter),
      await onReplica(shop),
    ])
    if (wasReplica) onReplicas++
    expect([found?.price, list.products.find(({ id }) => id === tray)?.price]).toEqual([price, price])
  }
})

test("without its replica the shop reads the same", async () => {
  const { shop } = open
  const tray = await addProduct(shop, { price: 700 })
  await untilAsked()
  await replication.stopReplica()
  expect((await readCatalog(shop, (shop) => findProductOrNull(shop, tray)))?.price).toBe(700)
  expect(log.join("")).toContain("a replica is not used")
})

import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type MigrationTexts, migrate } from "~db/migrate.server"
import { median } from "../figures"
import { EARLIER_SCHEMA, growShop, ROW_ID } from "./grown-shop.server"

const SELLERS = 4
/** Milliseconds between two sales of one seller */
const PAUSE = 10

/** An index as a migration should build one, and as it should not */
export const SAMPLE_INDEXES = {
  "9998 an index, concurrently": async () =>
    "-- outside of a transaction\ncreate index concurrently if not exists sample_concurrently on products (num_reviews, id);\n",
  "9999 an index, locking": async () => "create index sample_locking on products (num_reviews, id);\n",
}

export async function measureMigrations(url: string, products: number, texts: MigrationTexts) {
  await migrate(url, EARLIER_SCHEMA)
  await withClient(url, (client) => growShop(client, products))
  const sales = await startSales(url, products)
  const measure = async (name: string) => {
    const started = performance.now()
    await migrate(url, name, texts)
    return { name, seconds: (performance.now() - started) / 1000, ...(await sales.since(started)) }
  }
  const results: Awaited<ReturnType<typeof measure>>[] = []
  const names = Object.keys(texts).filter((name) => name > EARLIER_SCHEMA)
  try {
    for (const name of names.sort()) results.push(await measure(name))
  } finally {
    await sales.stop()
  }
  return results
}

async function startSales(url: string, products: number) {
  const sales: { started: number; time: number }[] = []
  let open = true
  const sell = async (client: pg.Client) => {
    while (open) {
      const started = performance.now()
      const product = 1 + Math.floor(Math.random() * products)
      await client.query(sale(product, Math.ceil(product / 2)))
      sales.push({ started, time: performance.now() - started })
      await sleep(PAUSE)
    }
  }
  const sellers = Promise.all(Array.from({ length: SELLERS }, () => withClient(url, sell)))
  // A failure is thrown where `sellers` is awaited.
  sellers.catch(() => {})
  await sleep(20 * PAUSE)
  return {
    /** Resolves once each seller has started another sale. */
    async since(start: number) {
      const now = performance.now()
      while (sales.filter(({ started }) => started > now).length < SELLERS) await Promise.race([sleep(PAUSE), sellers])
      const times = sales.filter(({ started, time }) => started + time > start && started < now).map(({ time }) => time)
      /** Milliseconds */
      return { sales: times.length, median: median(times), longest: Math.max(0, ...times) }
    },
    async stop() {
      open = false
      await sellers
    },
  }
}

const sale = (product: number, order: number) => {
  const [productId, orderId] = [product, order].map((number) => ROW_ID.replace("number", String(number)))
  return `begin;
    select from products where id = ${productId} for no key update;
    insert into stock_ledger overriding user value values (0, ${productId}, -1, 'correction');
    update checkouts set closed_at = now() where id = ${orderId};
    update orders set tracking_number = 'sold' where id = ${orderId};
    commit`
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type MigrationTexts, migrate, shopMigrations } from "~db/migrate.server"
import { EARLIER_SCHEMA, growShop, ROW_ID } from "./grown-shop.server"

export interface MigrationTimes {
  name: string
  seconds: number
  /** Sales during the migration; their median and longest time in milliseconds */
  sales: number
  median: number
  longest: number
}

const SELLERS = 4
/** Milliseconds between two sales of one seller */
const PAUSE = 10

export async function measureMigrations(
  url: string,
  products: number,
  texts: MigrationTexts = shopMigrations,
): Promise<MigrationTimes[]> {
  await migrate(url, EARLIER_SCHEMA)
  const filler = await connect(url)
  await growShop(filler, products).finally(() => filler.end())
  const sales = await startSales(url, products)
  const results: MigrationTimes[] = []
  try {
    for (const name of Object.keys(texts).sort()) {
      if (name <= EARLIER_SCHEMA) continue
      const started = performance.now()
      await migrate(url, name, texts)
      results.push({ name, seconds: (performance.now() - started) / 1000, ...(await sales.since(started)) })
    }
  } finally {
    await sales.stop()
  }
  return results
}

async function startSales(url: string, products: number) {
  const sales: { started: number; time: number }[] = []
  let open = true
  const sell = async () => {
    const client = await connect(url)
    try {
      while (open) {
        const started = performance.now()
        const product = 1 + Math.floor(Math.random() * products)
        await client.query(sale(product, Math.ceil(product / 2)))
        sales.push({ started, time: performance.now() - started })
        await sleep(PAUSE)
      }
    } finally {
      await client.end()
    }
  }
  const sellers = Promise.all(Array.from({ length: SELLERS }, sell))
  // A failure is thrown where `sellers` is awaited.
  sellers.catch(() => {})
  await sleep(20 * PAUSE)
  return {
    /** Resolves once each seller has started another sale. */
    async since(start: number) {
      const now = performance.now()
      while (sales.filter(({ started }) => started > now).length < SELLERS) await Promise.race([sleep(PAUSE), sellers])
      const times = sales.filter(({ started, time }) => started + time > start && started < now).map(({ time }) => time)
      times.sort((one, other) => one - other)
      return { sales: times.length, median: times[times.length >> 1] ?? 0, longest: times.at(-1) ?? 0 }
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
    insert into stock_ledger (product_id, change, reason) values (${productId}, -1, 'correction');
    update checkouts set closed_at = now() where id = ${orderId};
    update orders set tracking_number = 'sold' where id = ${orderId};
    commit`
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type MigrationTexts, migrate, shopMigrations } from "~db/migrate.server"
import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { median, reported } from "../figures"
import { type Bench, openBenchDatabase } from "../open-bench.server"
import { repeatDuring } from "../turns"
import { EARLIER_SCHEMA, growShop, ROW_ID } from "./grown-shop.server"

const SELLERS = 4
/** Milliseconds between two sales of one seller */
const PAUSE = 10

/** A well-built index and a blocking one */
export const SAMPLE_INDEXES = {
  "9998 an index, concurrently": async () =>
    "-- outside of a transaction\ncreate index concurrently if not exists sample_concurrently on products (num_reviews, id);\n",
  "9999 an index, locking": async () => "create index sample_locking on products (num_reviews, id);\n",
}

export async function benchMigrate(bench: Bench, { products = 1_000_000 }: BenchOptions) {
  const url = await openBenchDatabase(bench, `bench_migrate_${Date.now()}`)
  print(`Filling a shop of the release before with ${products.toLocaleString("en-US")} products …`)
  const migrations = await measureMigrations(url, products, { ...shopMigrations, ...SAMPLE_INDEXES })
  return reported("migrations", { products, migrations })
}

/** Continues to sell while each migration runs; the sales that it delays are among those that are measured. */
export async function measureMigrations(url: string, products: number, texts: MigrationTexts) {
  await migrate(url, EARLIER_SCHEMA)
  const pool = new pg.Pool({ connectionString: url, max: SELLERS })
  try {
    await growShop(pool, products)
    const results = []
    const names = Object.keys(texts).filter((name) => name > EARLIER_SCHEMA)
    for (const name of names.sort()) {
      const times: number[] = []
      const sell = async () => {
        const product = 1 + Math.floor(Math.random() * products)
        const started = performance.now()
        await pool.query(sale(product, Math.ceil(product / 2)))
        times.push(performance.now() - started)
        await sleep(PAUSE)
      }
      const began = performance.now()
      const migration = migrate(url, name, { texts }).then(() => (performance.now() - began) / 1000)
      const seconds = await repeatDuring(migration, ...Array(SELLERS).fill(sell))
      /** `median` and `longest`: milliseconds */
      results.push({ name, seconds, sales: times.length, median: median(times), longest: Math.max(...times) })
    }
    return results
  } finally {
    await pool.end()
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

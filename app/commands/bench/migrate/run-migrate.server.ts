import { shopMigrations } from "~db/migrate.server"
import { type BenchDatabases, settingsOf } from "../bench-databases.server"
import { figure, markdownTable } from "../figures"
import { measureMigrations } from "./measure-migrations.server"

/** An index as a migration should build one, and as it should not */
export const SAMPLE_INDEXES = {
  "9998 an index, concurrently": async () =>
    "-- outside of a transaction\ncreate index concurrently if not exists sample_concurrently on products (num_reviews, id);\n",
  "9999 an index, locking": async () => "create index sample_locking on products (num_reviews, id);\n",
}

export async function runMigrate(databases: BenchDatabases, products: number, say: (line: string) => void) {
  const { DATABASE_URL = "" } = await settingsOf(databases, `bench_migrate_${Date.now()}`)
  say(`Filling a shop of the release before with ${products.toLocaleString("en-US")} products …`)
  const results = await measureMigrations(DATABASE_URL, products, { ...shopMigrations, ...SAMPLE_INDEXES })
  const rows = results.map(({ name, seconds, sales, median, longest }) => {
    return [name, seconds.toFixed(1), String(sales), figure(median), figure(longest)]
  })
  say(`\n${markdownTable(["migration", "seconds", "sales meanwhile", "median sale, ms", "longest sale, ms"], rows)}\n`)
  return results
}

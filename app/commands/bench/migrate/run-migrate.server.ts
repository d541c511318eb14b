import { shopMigrations } from "~db/migrate.server"
import { print } from "../../process/terminal.server"
import { type BenchDatabases, openBenchDatabase } from "../bench-databases.server"
import { figure, markdownTable } from "../figures"
import { measureMigrations, SAMPLE_INDEXES } from "./measure-migrations.server"

export async function runMigrate(databases: BenchDatabases, products: number) {
  const url = await openBenchDatabase(databases, `bench_migrate_${Date.now()}`)
  print(`Filling a shop of the release before with ${products.toLocaleString("en-US")} products …`)
  const results = await measureMigrations(url, products, { ...shopMigrations, ...SAMPLE_INDEXES })
  const rows = results.map(({ name, seconds, sales, median, longest }) => {
    return [name, seconds.toFixed(1), String(sales), figure(median), figure(longest)]
  })
  print(
    `\n${markdownTable(["migration", "seconds", "sales meanwhile", "median sale, ms", "longest sale, ms"], rows)}\n`,
  )
  return results
}

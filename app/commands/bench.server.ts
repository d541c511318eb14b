import { writeFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import type { Settings } from "~/start/settings.server"
import { type BenchDatabases, openBenchDatabases } from "./bench/bench-databases.server"
import { type BenchOptions, parseBenchOptions, USAGE } from "./bench/bench-options"
import { runHttp } from "./bench/http/run-http.server"
import { runSoak } from "./bench/http/run-soak.server"
import { runMigrate } from "./bench/migrate/run-migrate.server"
import { stopPrograms } from "./bench/programs.server"
import { runQueries } from "./bench/queries/run-queries.server"
import { runKnee, runSale } from "./bench/sale/run-sale.server"
import { fail, print } from "./process/terminal.server"

export async function main(_settings: Settings, args: readonly string[]): Promise<void> {
  const options = parseBenchOptions(args)
  if (typeof options === "string") return fail(`${options}\n\n${USAGE}`)
  const stopped = new Promise<"stopped">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve("stopped"))
  })
  const databases = await openBenchDatabases(options.folder)
  const ending = await Promise.race([measure(databases, options), stopped]).finally(async () => {
    await stopPrograms()
    await databases.close()
  })
  // The measurements wait for responses that will not come.
  if (ending === "stopped") process.exit(130)
}

async function measure(databases: BenchDatabases, options: BenchOptions): Promise<void> {
  const machine = { date: new Date().toISOString(), cores: availableParallelism(), node: process.versions.node }
  const http = options.http ? await runHttp(databases, options) : null
  const queries = options.queries ? await runQueries(databases, options) : null
  const sale = options.sale ? await runSale(databases, options, options.sale) : null
  const knee = options.knee ? await runKnee(databases) : null
  const soak = options.soak ? await runSoak(databases, options.soak) : null
  const migrate = options.migrate ? await runMigrate(databases, options.migrate) : null
  print(`${machine.cores} cores, Node ${machine.node}.`)
  const results = { machine, http, queries, sale, knee, soak, migrate }
  if (options.json) await writeFile(options.json, `${JSON.stringify(results, null, 2)}\n`)
}

import { writeFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import type { Settings } from "~/start/settings.server"
import { type BenchOptions, parseBenchOptions } from "./bench/bench-options"
import { benchHttp, benchSoak } from "./bench/http/bench-http.server"
import { benchMigrate } from "./bench/migrate/measure-migrations.server"
import { closeBench, openBench } from "./bench/open-bench.server"
import { benchQueries } from "./bench/queries/bench-queries.server"
import { benchKnee, benchSale } from "./bench/sale/bench-sale.server"
import { print } from "./process/terminal.server"

const measurements = {
  http: benchHttp,
  queries: benchQueries,
  sale: benchSale,
  knee: benchKnee,
  soak: benchSoak,
  migrate: benchMigrate,
}

export async function main(_settings: Settings, args: readonly string[]): Promise<void> {
  const options = parseBenchOptions(args)
  const stopped = new Promise<"stopped">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve("stopped"))
  })
  const ending = await Promise.race([measure(options), stopped]).finally(closeBench)
  // The measurements wait for responses that will not come.
  if (ending === "stopped") process.exit(130)
}

async function measure(options: BenchOptions): Promise<void> {
  const { measured, quick, folder, json } = options
  const bench = await openBench(folder)
  const machine = { date: new Date().toISOString(), cores: availableParallelism(), node: process.versions.node }
  const results: Record<string, unknown> = { machine }
  const all = quick ? (["http"] as const) : (["http", "queries"] as const)
  for (const name of measured === "all" ? all : [measured]) results[name] = await measurements[name](bench, options)
  print(`${machine.cores} cores, Node ${machine.node}.`)
  if (json) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`)
}

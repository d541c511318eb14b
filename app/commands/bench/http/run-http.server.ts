import { isDeepStrictEqual } from "node:util"
import { print } from "../../process/terminal.server"
import { type BenchDatabases, withBenchShop } from "../bench-databases.server"
import type { BenchOptions } from "../bench-options"
import { BenchError, type BenchProgram, memoryOf, startProgram } from "../programs.server"
import { openBenchShop, PRODUCTS } from "./bench-shop.server"
import { type HttpMeasurement, httpReport, measureHttp } from "./measure-http.server"
import { measureMixedLoad } from "./mixed-load.server"
import { type Peer, peers, type Scenario } from "./scenarios.server"
import { TARGET_CLIENTS, targetsOf, targetsReport } from "./targets"

/** Most of the time is given to the number of clients that targets are about. */
const long = { rounds: 5, seconds: 2 }
const beside = { rounds: 3, seconds: 1.5 }
const short = { rounds: 1, seconds: 1 }

export function runHttp(databases: BenchDatabases, { quick, clients }: Pick<BenchOptions, "quick" | "clients">) {
  return withBenchShop(databases, `bench_http_${PRODUCTS}`, async (shop, settings) => {
    const opened = await openBenchShop(shop, databases.folder, settings)
    const { url, pid } = opened.program
    const programs = { shop: opened.program, ...(await startPeers(databases.folder, settings, url)) }
    const idle = memoryOf(pid)
    const scenarios = await opened.openScenarios()
    const measurements: HttpMeasurement[] = []
    for (const number of clients) {
      const how = { ...(quick ? short : number === TARGET_CLIENTS ? long : beside), clients: number }
      const some = await opened.withoutSignInLimits(() => measureHttp(programs, scenarios, how))
      print(`\n${httpReport(some)}\n`)
      measurements.push(...some)
    }
    print("Strangers browse while a unit is sold every 100 ms …")
    const scenario = scenarios.find(({ name }) => name === "list, stranger") as Scenario
    const how = { ...(quick ? short : long), products: opened.products }
    const mixed = await measureMixedLoad(shop, url, scenario, how)
    const [rest, busy, oldest] = [mixed.quiet, mixed.selling, mixed.stalest].map(Math.round)
    const [part, kept] = [mixed.part, mixed.kept].map((one) => `${Math.round(one * 100)} %`)
    print(`Strangers on the list: ${rest} requests a second, ${busy} while ${mixed.sales} units were sold (${part}).
${kept} of these answers came from memory. Of ${mixed.samples} product pages the stalest was ${oldest} ms old.`)
    const memory = { idle, afterLoad: memoryOf(pid) }
    const [before, afterwards] = [memory.idle ?? 0, memory.afterLoad ?? 0].map(Math.round)
    if (before) print(`The shop held ${before} MB when it had opened and ${afterwards} MB afterwards.`)
    const targets = targetsOf(measurements, mixed)
    if (targets.length > 0) print(`\n${targetsReport(targets)}\n`)
    return { products: PRODUCTS, measurements, mixed, memory, targets }
  })
}

/** @throws BenchError if the hand-written list differs from the shop's */
async function startPeers(folder: string, settings: Record<string, string>, shopUrl: string) {
  const env = { DATABASE_URL: settings.DATABASE_URL ?? "", SHOP_URL: shopUrl }
  const start = async (name: string) =>
    [name, await startProgram("app/commands/bench/peers.mjs", name, folder, env)] as const
  const started = Object.fromEntries(await Promise.all(Object.keys(peers).map(start))) as Record<Peer, BenchProgram>
  const lists = [shopUrl, started.pg.url].map(async (url) => (await fetch(`${url}/api/v1/product`)).json())
  const [ours, theirs] = await Promise.all(lists)
  if (isDeepStrictEqual(ours, theirs)) return started
  throw new BenchError("GET /api/v1/product is not what app/commands/bench/peers.mjs makes by hand")
}

import { isDeepStrictEqual } from "node:util"
import { type BenchDatabases, settingsOf, withBenchShop } from "../bench-databases.server"
import type { BenchOptions } from "../bench-options"
import { fillShop, PRODUCTS } from "./bench-shop.server"
import { type HttpMeasurement, httpReport, measureHttp } from "./measure-http.server"
import { measureMixedLoad } from "./mixed-load.server"
import { BenchError, memoryOf, startPeer, startShop } from "./programs.server"
import { type Peer, peers, type Scenario } from "./scenarios"
import { TARGET_CLIENTS, targetsOf, targetsReport } from "./targets"

/** Most of the time is given to the number of clients that targets are about. */
const long = { rounds: 5, seconds: 2 }
const beside = { rounds: 3, seconds: 1.5 }
const short = { rounds: 1, seconds: 1 }

export async function runHttp(
  databases: BenchDatabases,
  { quick, clients }: Pick<BenchOptions, "quick" | "clients">,
  say: (line: string) => void,
) {
  const settings = await settingsOf(databases, `bench_http_${PRODUCTS}`)
  return withBenchShop(settings, async (shop) => {
    const { products, scenariosAt, withoutSignInLimits } = await fillShop(shop, say)
    const programs = await startAll(databases, settings)
    const { url, pid } = programs.shop
    const idle = memoryOf(pid)
    const scenarios = await scenariosAt(url)
    const measurements: HttpMeasurement[] = []
    for (const number of clients) {
      const how = quick ? short : number === TARGET_CLIENTS ? long : beside
      const some = await withoutSignInLimits(() => measureHttp(programs, scenarios, { ...how, clients: number, say }))
      say(`\n${httpReport(some)}\n`)
      measurements.push(...some)
    }
    say("Strangers browse while a unit is sold every 100 ms …")
    const scenario = scenarios.find(({ name }) => name === "list, stranger") as Scenario
    const mixed = await measureMixedLoad({ shop, url, products, scenario, ...(quick ? short : long) })
    const [rest, busy, oldest] = [mixed.quiet, mixed.selling, mixed.stalest].map(Math.round)
    const [part, kept] = [mixed.part, mixed.kept].map((one) => `${Math.round(one * 100)} %`)
    say(`Strangers on the list: ${rest} requests a second, ${busy} while ${mixed.sales} units were sold (${part}).`)
    say(
      `${kept} of these answers came from memory. Of ${mixed.samples} product pages the stalest was ${oldest} ms old.`,
    )
    const memory = { idle, afterLoad: memoryOf(pid) }
    const [opened, afterwards] = [memory.idle ?? 0, memory.afterLoad ?? 0].map(Math.round)
    if (opened) say(`The shop held ${opened} MB when it had opened and ${afterwards} MB afterwards.`)
    const targets = targetsOf(measurements, mixed)
    if (targets.length > 0) say(`\n${targetsReport(targets)}\n`)
    return { products: PRODUCTS, measurements, mixed, memory, targets }
  })
}

/** @throws BenchError if the hand-written list differs from the shop's */
async function startAll({ folder }: BenchDatabases, settings: Record<string, string>) {
  const shop = await startShop(folder, settings)
  const env = { DATABASE_URL: settings.DATABASE_URL ?? "", SHOP_URL: shop.url }
  const names = Object.keys(peers) as Peer[]
  const started = await Promise.all(names.map(async (name) => [name, await startPeer(name, env)] as const))
  const programs = { shop, ...(Object.fromEntries(started) as Record<Peer, typeof shop>) }
  const lists = [shop, programs.pg].map(async ({ url }) => (await fetch(`${url}/api/v1/product`)).json())
  const [ours, theirs] = await Promise.all(lists)
  if (isDeepStrictEqual(ours, theirs)) return programs
  throw new BenchError("GET /api/v1/product is not what app/commands/bench/peers.mjs makes by hand")
}

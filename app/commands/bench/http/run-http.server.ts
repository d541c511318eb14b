import { isDeepStrictEqual } from "node:util"
import { type BenchDatabases, settingsOf, withBenchShop } from "../bench-databases.server"
import { BenchError } from "../bench-error"
import type { BenchOptions } from "../bench-options"
import { fillShop, PRODUCTS } from "./bench-shop.server"
import { httpReport } from "./http-report"
import { type HttpMeasurement, measureHttp } from "./measure-http.server"
import { type MixedLoad, measureMixedLoad } from "./mixed-load.server"
import { memoryOf } from "./process-usage"
import { type BenchProgram, startLoadGenerator, startPeer, startShop } from "./programs.server"
import type { Scenario } from "./scenarios"
import { TARGET_CLIENTS, type Target, targetsOf, targetsReport } from "./targets"

export interface HttpResults {
  products: number
  measurements: HttpMeasurement[]
  mixed: MixedLoad
  /** Of the shop's process, in megabytes; `null` where the system does not say. */
  memory: { idle: number | null; afterLoad: number | null }
  targets: Target[]
}

/** Most of the time is given to the number of clients that targets are about. */
const long = { rounds: 5, seconds: 2 }
const beside = { rounds: 3, seconds: 1.5 }
const short = { rounds: 1, seconds: 1 }

/** Measures the built shop over HTTP beside its peers, each in a process of its own, on one catalogue. */
export async function runHttp(
  databases: BenchDatabases,
  { quick, clients }: BenchOptions,
  say: (line: string) => void,
): Promise<HttpResults> {
  const settings = await settingsOf(databases, `bench_http_${PRODUCTS}`)
  return withBenchShop(settings, async (shop) => {
    const { products, scenariosAt, withoutSignInLimits } = await fillShop(shop, say)
    const programs = await startAll(databases, settings)
    const idle = memoryOf(programs.shop.pid)
    await refuseAnotherList(programs)
    const scenarios = await scenariosAt(programs.shop.url)
    const load = await startLoadGenerator()
    const how = quick ? short : long
    const measurements: HttpMeasurement[] = []
    for (const number of clients) {
      const own = quick || number === TARGET_CLIENTS ? how : beside
      const some = await withoutSignInLimits(() =>
        measureHttp(programs, load, scenarios, { ...own, clients: number, say }),
      )
      say(`\n${number} ${number === 1 ? "client" : "clients"}:\n\n${httpReport(some)}\n`)
      measurements.push(...some)
    }
    say("Strangers browse while a unit is sold every 100 ms …")
    const scenario = scenarios.find(({ name }) => name === "list, stranger") as Scenario
    const mixed = await measureMixedLoad({ shop, url: programs.shop.url, products, load, scenario, ...how })
    const memory = { idle, afterLoad: memoryOf(programs.shop.pid) }
    for (const line of closingWords(mixed, memory)) say(line)
    const targets = targetsOf(measurements, mixed)
    if (targets.length > 0) say(`\n${targetsReport(targets)}\n`)
    return { products: PRODUCTS, measurements, mixed, memory, targets }
  })
}

async function startAll({ folder }: BenchDatabases, settings: Record<string, string>) {
  const shop = await startShop(folder, settings)
  const [node, express, hello, pg, remix] = await Promise.all([
    startPeer("bare-node"),
    startPeer("express-page"),
    startPeer("express-hello"),
    startPeer("express-pg", { DATABASE_URL: settings.DATABASE_URL ?? "", SHOP_URL: shop.url }),
    startPeer("minimal-remix", { DATABASE_URL: settings.DATABASE_URL ?? "" }),
  ])
  return { shop, node, express, hello, pg, remix } satisfies Record<Scenario["server"], BenchProgram>
}

/** A comparison with something that answers something else would be none. */
async function refuseAnotherList({ shop, pg }: Record<"shop" | "pg", BenchProgram>): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [shop, pg].map(async ({ url }) => (await fetch(`${url}/api/v1/product`)).json() as Promise<unknown>),
  )
  if (isDeepStrictEqual(ours, theirs)) return
  throw new BenchError("GET /api/v1/product says something else than app/commands/bench/peers/express-pg.mjs")
}

function* closingWords(
  { quiet, selling, part, kept, sales, samples, stalest }: MixedLoad,
  memory: HttpResults["memory"],
) {
  const percent = (part: number) => `${Math.round(part * 100)} %`
  yield `Strangers on the list: ${Math.round(quiet)} requests a second, ${Math.round(selling)} while ${sales} units were sold (${percent(part)}).`
  yield `${percent(kept)} of these answers came from memory. Of ${samples} product pages the stalest was ${Math.round(stalest)} ms old.`
  if (memory.idle === null || memory.afterLoad === null) return
  yield `The shop held ${Math.round(memory.idle)} MB when it had opened and ${Math.round(memory.afterLoad)} MB afterwards.`
}

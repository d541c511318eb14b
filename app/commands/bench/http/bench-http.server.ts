import { isDeepStrictEqual } from "node:util"
import { accountLimits } from "~/domain/accounts/account-limits"
import { accountKey, countsFrom } from "~/domain/accounts/rate-limit-keys.server"
import { conflict } from "~/domain/shop-error"
import { print } from "../../process/terminal.server"
import type { BenchOptions } from "../bench-options"
import { median, missedTargets, reported } from "../figures"
import { addMembers } from "../members.server"
import { type Bench, type BenchShop, openBenchShop } from "../open-bench.server"
import { type BenchProgram, memoryOf, SHOP_PROGRAM, startProgram } from "../programs.server"
import { sendLoad } from "./load.server"
import { type HttpMeasurement, measureHttp } from "./measure-http.server"
import { measureMixedLoad, setStock } from "./mixed-load.server"
import { openScenarios, type Peer, peers, type Scenario } from "./scenarios.server"
import { TARGET_CLIENTS, targetsOf } from "./targets"

const PRODUCTS = 10_000
const MEMBERS = 64
/** Enough for every member to buy one */
const UNITS = 10_000

/** The number of clients that the targets refer to gets most of the time. */
const long = { rounds: 5, seconds: 2 }
const beside = { rounds: 3, seconds: 1.5 }
const short = { rounds: 1, seconds: 1 }

export async function benchHttp(bench: Bench, { quick, clients = quick ? [16] : [1, 16, 64] }: BenchOptions) {
  const { benchShop, program, idle, newest, scenarios } = await openServedShop(bench)
  const programs = { shop: program, ...(await startPeers(bench, benchShop, program.url)) }
  const measurements: HttpMeasurement[] = []
  for (const number of clients) {
    const how = quick ? short : number === TARGET_CLIENTS ? long : beside
    measurements.push(...(await measureHttp(programs, scenarios, { ...how, clients: number })))
  }
  const list = scenarios.find(({ name }) => name === "list, anonymous visitor") as Scenario
  const mixed = await measureMixedLoad(benchShop.shop, program, list, { ...(quick ? short : long), products: newest })
  const memory = { idle, afterLoad: memoryOf(program.pid) }
  const targets = targetsOf(measurements, mixed)
  const result = { products: PRODUCTS, measurements, mixed, memory, targets, missed: missedTargets(targets) }
  return reported("the shop over HTTP", result)
}

const SOAK = { clients: 16, seconds: 2 }

export async function benchSoak(bench: Bench, { minutes = 60 }: BenchOptions) {
  const { program, idle, scenarios } = await openServedShop(bench)
  const ofShop = scenarios.filter(({ server }) => server === "shop")
  const held = { first: [] as number[], second: [] as number[] }
  let [answers, unexpected] = [0, 0]
  print(`${SOAK.clients} clients send requests for ${minutes} minutes …`)
  const began = performance.now()
  const passed = () => (performance.now() - began) / (minutes * 60_000)
  for (let turn = 0; passed() < 1; turn++) {
    const load = await sendLoad(program, ofShop[turn % ofShop.length] as Scenario, SOAK)
    answers += load.answers
    unexpected += load.unexpected
    held[passed() < 0.5 ? "first" : "second"].push(memoryOf(program.pid))
  }
  const halves = Object.entries(held).map(([half, held]) => ({ half, median: median(held), most: Math.max(...held) }))
  return reported("soak, memory in MB", { minutes, answers, unexpected, idle, halves })
}

/** Fills a shop, starts its server, and signs visitors in. */
async function openServedShop(bench: Bench) {
  const benchShop = await openBenchShop(bench, `bench_http_${PRODUCTS}`, { products: PRODUCTS })
  const { shop, settings } = benchShop
  const live = shop.db.selectFrom("products").select(["id", "name"]).where("deleted_at", "is", null)
  const newest = await live.orderBy("created_at", "desc").orderBy("id", "desc").limit(12).execute()
  const product = newest[0] as (typeof newest)[number]
  await setStock(shop, product.id, UNITS)
  const members = await addMembers(shop, 2 * MEMBERS, product.id)
  // All sign-ins come from one address.
  const resetLimits = async () => {
    for (const address of ["127.0.0.1", "::1"])
      for (const count of countsFrom(address, accountLimits.signInFromAddress)) await shop.limits.reset(...count)
    for (const { email } of members) await shop.limits.reset(accountLimits.signInOfAccount, accountKey(email))
  }
  setInterval(() => resetLimits().catch(() => {}), 1_000).unref()
  const program = await startProgram(bench, SHOP_PROGRAM, "shop", settings)
  const idle = memoryOf(program.pid)
  const scenarios = await openScenarios(benchShop, program.url, members, product)
  return { benchShop, program, idle, scenarios, newest }
}

/** @throws ShopError if the hand-written list differs from the shop's */
async function startPeers(bench: Bench, { settings: { DATABASE_URL } }: BenchShop, SHOP_URL: string) {
  const started = {} as Record<Peer, BenchProgram>
  for (const name of Object.keys(peers) as Peer[])
    started[name] = await startProgram(bench, "app/commands/bench/peers.mjs", name, { DATABASE_URL, SHOP_URL })
  const readList = async (url: string) => (await fetch(`${url}/api/v1/product`)).json()
  if (isDeepStrictEqual(await readList(SHOP_URL), await readList(started.pg.url))) return started
  throw conflict("GET /api/v1/product differs from the response of app/commands/bench/peers.mjs")
}

import { print } from "../../process/terminal.server"
import { type BenchDatabases, withBenchShop } from "../bench-databases.server"
import { median } from "../figures"
import { memoryOf } from "../programs.server"
import { openBenchShop, PRODUCTS } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import type { Scenario } from "./scenarios.server"

const LOAD = { clients: 16, seconds: 2 }

export function runSoak(databases: BenchDatabases, minutes: number) {
  return withBenchShop(databases, `bench_http_${PRODUCTS}`, async (shop, settings) => {
    const { program, openScenarios, withoutSignInLimits } = await openBenchShop(shop, databases.folder, settings)
    const { pid, url } = program
    const idle = memoryOf(pid) ?? 0
    const scenarios = (await openScenarios()).filter(({ server }) => server === "shop")
    const megabytes = { first: [] as number[], second: [] as number[] }
    let [answers, unexpected] = [0, 0]
    print(`The shop holds ${Math.round(idle)} MB. ${LOAD.clients} clients ask for ${minutes} minutes …`)
    const began = performance.now()
    const passed = () => (performance.now() - began) / (minutes * 60_000)
    await withoutSignInLimits(async () => {
      for (let turn = 0; passed() < 1; turn++) {
        const result = await sendLoad(url, scenarios[turn % scenarios.length] as Scenario, LOAD)
        answers += result.answers
        unexpected += result.unexpected
        megabytes[passed() < 0.5 ? "first" : "second"].push(memoryOf(pid) ?? Number.NaN)
      }
    })
    print(`${answers.toLocaleString("en-US")} answers in ${minutes} minutes, ${unexpected} of them not as expected.`)
    const halves = Object.entries(megabytes).map(([half, held]) => {
      const [typical, most] = [median(held), Math.max(...held)].map(Math.round)
      if (Number.isNaN(typical)) print(`This system does not tell what it held in the ${half} half.`)
      else print(`In the ${half} half it held ${typical} MB (median), ${most} MB at the most.`)
      return { half, median: typical, most }
    })
    return { minutes, answers, unexpected, idle, halves }
  })
}

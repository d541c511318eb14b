import { type BenchDatabases, settingsOf, withBenchShop } from "../bench-databases.server"
import { median } from "../figures"
import { fillShop, PRODUCTS } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import { memoryOf, startShop } from "./programs.server"
import type { Scenario } from "./scenarios"

const LOAD = { clients: 16, seconds: 2 }

export async function runSoak(databases: BenchDatabases, minutes: number, say: (line: string) => void) {
  const settings = await settingsOf(databases, `bench_http_${PRODUCTS}`)
  return withBenchShop(settings, async (shop) => {
    const { scenariosAt, withoutSignInLimits } = await fillShop(shop, say)
    const { pid, url } = await startShop(databases.folder, settings)
    const idle = memoryOf(pid) ?? 0
    const scenarios = (await scenariosAt(url)).filter(({ server }) => server === "shop")
    const megabytes = { first: [] as number[], second: [] as number[] }
    let [answers, unexpected] = [0, 0]
    say(`The shop holds ${Math.round(idle)} MB. ${LOAD.clients} clients ask for ${minutes} minutes …`)
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
    say(`${answers.toLocaleString("en-US")} answers in ${minutes} minutes, ${unexpected} of them not as expected.`)
    const halves = Object.entries(megabytes).map(([half, held]) => {
      const [typical, most] = [median(held), Math.max(...held)].map(Math.round)
      if (Number.isNaN(typical)) say(`This system does not tell what it held in the ${half} half.`)
      else say(`In the ${half} half it held ${typical} MB (median), ${most} MB at the most.`)
      return { half, median: typical, most }
    })
    return { minutes, answers, unexpected, idle, halves }
  })
}

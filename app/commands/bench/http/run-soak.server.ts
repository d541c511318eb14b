import { type BenchDatabases, settingsOf, withBenchShop } from "../bench-databases.server"
import { median } from "../figures"
import { fillShop, PRODUCTS } from "./bench-shop.server"
import { sendLoad } from "./load.server"
import { memoryOf, startShop } from "./programs.server"

const CLIENTS = 16
const SECONDS = 2

export async function runSoak(databases: BenchDatabases, minutes: number, say: (line: string) => void) {
  const settings = await settingsOf(databases, `bench_http_${PRODUCTS}`)
  return withBenchShop(settings, async (shop) => {
    const { scenariosAt, withoutSignInLimits } = await fillShop(shop, say)
    const { pid, url } = await startShop(databases.folder, settings)
    const idle = memoryOf(pid) ?? 0
    const scenarios = (await scenariosAt(url)).filter(({ server }) => server === "shop")
    const halves: [number[], number[]] = [[], []]
    let [answers, unexpected] = [0, 0]
    say(`The shop holds ${Math.round(idle)} MB. ${CLIENTS} clients ask for ${minutes} minutes …`)
    const began = performance.now()
    const passed = () => (performance.now() - began) / (minutes * 60_000)
    await withoutSignInLimits(async () => {
      for (let turn = 0; passed() < 1; turn++) {
        const scenario = scenarios[turn % scenarios.length]
        if (!scenario) break
        const result = await sendLoad({ ...scenario, url: url + scenario.path, clients: CLIENTS, seconds: SECONDS })
        answers += result.answers
        unexpected += result.unexpected
        const megabytes = memoryOf(pid)
        if (megabytes !== null) halves[passed() < 0.5 ? 0 : 1].push(megabytes)
      }
    })
    const [firstHalf, secondHalf] = halves.map((held) =>
      held.length === 0 ? null : { median: median(held), most: Math.max(...held) },
    )
    say(`${answers.toLocaleString("en-US")} answers in ${minutes} minutes, ${unexpected} of them not as expected.`)
    for (const [half, held] of Object.entries({ first: firstHalf, second: secondHalf })) {
      const figures = held && [held.median, held.most].map(Math.round)
      if (!figures) say(`This system does not tell what it held in the ${half} half.`)
      else say(`In the ${half} half it held ${figures[0]} MB (median), ${figures[1]} MB at the most.`)
    }
    return { minutes, answers, unexpected, idle, firstHalf, secondHalf }
  })
}

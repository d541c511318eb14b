import { type BenchDatabases, settingsOf, withBenchShop } from "../bench-databases.server"
import { median } from "../median"
import { fillShop, PRODUCTS } from "./bench-shop.server"
import { memoryOf } from "./process-usage"
import { startLoadGenerator, startShop } from "./programs.server"

/** What the shop's process held in a part of the time, in megabytes. */
interface HeldMemory {
  median: number
  most: number
}

export interface SoakResults {
  minutes: number
  answers: number
  /** Answers that were not what they should be. */
  unexpected: number
  idle: number
  /** Nothing where the system does not say. */
  firstHalf: HeldMemory | null
  secondHalf: HeldMemory | null
}

const CLIENTS = 16
/** How long each scenario has in its turn. */
const SECONDS = 2

/** Loads the built shop for a while with everything that is measured of it, in turn, and watches the memory that it holds. */
export async function runSoak(
  databases: BenchDatabases,
  minutes: number,
  say: (line: string) => void,
): Promise<SoakResults> {
  const settings = await settingsOf(databases, `bench_http_${PRODUCTS}`)
  return withBenchShop(settings, async (shop) => {
    const { scenariosAt, withoutSignInLimits } = await fillShop(shop, say)
    const { pid, url } = await startShop(databases.folder, settings)
    const idle = memoryOf(pid) ?? 0
    const scenarios = (await scenariosAt(url)).filter(({ server }) => server === "shop")
    const load = await startLoadGenerator()
    const began = performance.now()
    const passed = () => (performance.now() - began) / (minutes * 60_000)
    const samples: { passed: number; megabytes: number }[] = []
    let [answers, unexpected] = [0, 0]
    say(`The shop holds ${Math.round(idle)} MB. ${CLIENTS} clients ask for ${minutes} minutes …`)
    for (let turn = 0; passed() < 1; turn++) {
      const scenario = scenarios[turn % scenarios.length]
      if (!scenario) break
      const result = await withoutSignInLimits(() =>
        load.send({ ...scenario, url: url + scenario.path, clients: CLIENTS, seconds: SECONDS }),
      )
      answers += result.answers
      unexpected += result.unexpected
      const megabytes = memoryOf(pid)
      if (megabytes !== null) samples.push({ passed: passed(), megabytes })
    }
    const held = (from: number, to: number) =>
      heldMemory(samples.filter(({ passed }) => passed >= from && passed < to).map(({ megabytes }) => megabytes))
    const results: SoakResults = {
      minutes,
      answers,
      unexpected,
      idle,
      firstHalf: held(0, 0.5),
      secondHalf: held(0.5, Number.POSITIVE_INFINITY),
    }
    for (const line of soakReport(results)) say(line)
    return results
  })
}

function heldMemory(megabytes: readonly number[]): HeldMemory | null {
  return megabytes.length === 0 ? null : { median: median(megabytes), most: Math.max(...megabytes) }
}

function* soakReport({ minutes, answers, unexpected, firstHalf, secondHalf }: SoakResults) {
  yield `${answers.toLocaleString("en-US")} answers in ${minutes} minutes, ${unexpected} of them not as expected.`
  for (const [half, held] of Object.entries({ first: firstHalf, second: secondHalf })) {
    if (!held) yield `What it held in the ${half} half, this system does not say.`
    else
      yield `In the ${half} half it held ${Math.round(held.median)} MB (median), ${Math.round(held.most)} MB at the most.`
  }
}

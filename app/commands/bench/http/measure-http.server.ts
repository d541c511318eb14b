import { print } from "../../process/terminal.server"
import { medians } from "../figures"
import type { BenchProgram } from "../programs.server"
import { sendLoad } from "./load.server"
import { peers, type Scenario } from "./scenarios.server"

export type HttpMeasurement = Awaited<ReturnType<typeof measureHttp>>[number]

type Load = Awaited<ReturnType<typeof sendLoad>>

interface HttpOptions {
  clients: number
  /** Measured rounds, after one that only warms up */
  rounds: number
  /** Of a scenario in each round */
  seconds: number
}

/** The scenarios alternate within a round, so that other load affects all of them. Returns medians of the rounds. */
export async function measureHttp(
  programs: Record<Scenario["server"], BenchProgram>,
  scenarios: readonly Scenario[],
  { clients, rounds, seconds }: HttpOptions,
) {
  const measured: Map<string, Load>[] = []
  for (let round = 0; round <= rounds; round++) {
    print(`Clients: ${clients}, ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`)
    const loads = new Map<string, Load>()
    for (const scenario of scenarios) {
      const load = { clients, seconds: round === 0 ? Math.min(seconds, 1) : seconds }
      loads.set(scenario.name, await sendLoad(programs[scenario.server], scenario, load))
    }
    if (round > 0) measured.push(loads)
  }
  return scenarios.map(({ name, beside }) => {
    const compared = measured.map((loads) => {
      const own = loads.get(name) as Load
      const ratio = (other: string) => own.perSecond / (loads.get(other)?.perSecond || Number.POSITIVE_INFINITY)
      /** Requests per second as a multiple of those of Express's hello and of the peer in the same round */
      return { ...own, ofHello: ratio(peers.hello), ofPeer: beside ? ratio(peers[beside]) : Number.NaN }
    })
    const unexpected = compared.reduce((sum, load) => sum + load.unexpected, 0)
    return { name, clients, ...medians(compared), unexpected }
  })
}

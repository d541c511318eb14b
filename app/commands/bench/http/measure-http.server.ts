import { median, medians } from "../figures"
import type { BenchProgram } from "../programs.server"
import { takeTurns } from "../turns"
import { sendLoad } from "./load.server"
import { type Peer, peers, type Scenario } from "./scenarios.server"

export type HttpMeasurement = Awaited<ReturnType<typeof measureHttp>>[number]

interface HttpOptions {
  clients: number
  rounds: number
  /** Seconds of a scenario in each round */
  seconds: number
}

export async function measureHttp(
  programs: Record<Scenario["server"], BenchProgram>,
  subjects: readonly Scenario[],
  { clients, rounds, seconds }: HttpOptions,
) {
  const measure = (scenario: Scenario) => sendLoad(programs[scenario.server], scenario, { clients, seconds })
  const results = await takeTurns(`Clients: ${clients}`, { subjects, rounds, measure })
  return results.map(({ subject: { name, beside }, measured }) => {
    /** Requests per second as a multiple of the peer's in the same round */
    const timesPeer = (peer: Peer) => {
      const ofPeer = results.find(({ subject }) => subject.name === peers[peer])?.measured
      return median(measured.map(({ perSecond }, round) => perSecond / (ofPeer?.[round]?.perSecond ?? Number.NaN)))
    }
    const unexpected = measured.reduce((sum, load) => sum + load.unexpected, 0)
    const ratios = { ofHello: timesPeer("hello"), ofPeer: beside ? timesPeer(beside) : Number.NaN }
    return { name, clients, ...medians(measured), ...ratios, unexpected }
  })
}

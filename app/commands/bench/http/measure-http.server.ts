import { median } from "../median"
import type { LoadResult } from "./load-job"
import { processorTime } from "./process-usage"
import type { BenchProgram, LoadGenerator } from "./programs.server"
import type { Peer, Scenario } from "./scenarios"

/** Medians of the rounds. */
export interface HttpMeasurement {
  name: string
  clients: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  /** Of the server's process alone, in milliseconds an answer; `null` where the system does not say. */
  processor: number | null
  /** On the wire, an answer with its headers. */
  bytes: number
  /** The part of the answers that the shop keeps for everybody, from 0 to 1. */
  kept: number
  /** Answers that were not what they should be, in all rounds. */
  unexpected: number
  /** Requests a second as a multiple of Express saying hello in the same round, and of the peer beside. */
  ofHello: number
  ofPeer: number | null
}

interface Rounds {
  /** Measured rounds; one more comes first and only warms up. */
  rounds: number
  /** How long a scenario has in each. */
  seconds: number
}

type Round = LoadResult & { perSecond: number; processor: number | null }

/** The scenarios take turns in every round, so that whatever else the machine does falls on all of them. */
export async function measureHttp(
  programs: Record<Scenario["server"], BenchProgram>,
  load: LoadGenerator,
  scenarios: readonly Scenario[],
  { clients, rounds, seconds, say }: Rounds & { clients: number; say: (line: string) => void },
): Promise<HttpMeasurement[]> {
  const measured = scenarios.map(() => [] as Round[])
  for (let round = 0; round <= rounds; round++) {
    say(
      `${clients} ${clients === 1 ? "client" : "clients"}: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`,
    )
    for (const [index, scenario] of scenarios.entries()) {
      const once = await measureOnce(programs[scenario.server], load, scenario, {
        clients,
        seconds: round === 0 ? Math.min(seconds, 1) : seconds,
      })
      if (round > 0) measured[index]?.push(once)
    }
  }
  const roundsOf = (server: Peer) => measured[scenarios.findIndex((scenario) => scenario.server === server)] ?? []
  return scenarios.map((scenario, index) => {
    const own = measured[index] ?? []
    return {
      ...summaryOf(own),
      name: scenario.name,
      clients,
      ofHello: ratio(own, roundsOf("hello")),
      ofPeer: scenario.beside ? ratio(own, roundsOf(scenario.beside)) : null,
    }
  })
}

async function measureOnce(
  program: BenchProgram,
  load: LoadGenerator,
  { path, method, visitors, status }: Scenario,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Round> {
  const before = processorTime(program.pid)
  const result = await load.send({ url: program.url + path, method, visitors, status, clients, seconds })
  const after = processorTime(program.pid)
  const processor = before === null || after === null ? null : (after - before) / Math.max(1, result.answers)
  return { ...result, perSecond: result.answers / result.seconds, processor }
}

function summaryOf(rounds: readonly Round[]) {
  const of = (field: "perSecond" | "p50" | "p95" | "p99" | "bytes") => median(rounds.map((round) => round[field]))
  const processor = rounds.flatMap((round) => (round.processor === null ? [] : [round.processor]))
  const sum = (field: "answers" | "kept" | "unexpected") => rounds.reduce((all, round) => all + round[field], 0)
  return {
    perSecond: of("perSecond"),
    p50: of("p50"),
    p95: of("p95"),
    p99: of("p99"),
    bytes: of("bytes"),
    processor: processor.length > 0 ? median(processor) : null,
    kept: sum("kept") / Math.max(1, sum("answers")),
    unexpected: sum("unexpected"),
  }
}

/** The median of how they compare round by round. */
function ratio(own: readonly Round[], other: readonly Round[]): number {
  return median(own.map((round, index) => round.perSecond / (other[index]?.perSecond || Number.POSITIVE_INFINITY)))
}

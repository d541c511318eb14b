import { figure, markdownTable, median } from "../figures"
import { type LoadResult, sendLoad } from "./load.server"
import { type BenchProgram, processorTime } from "./programs.server"
import { type Peer, peers, type Scenario } from "./scenarios"

/** Medians of the rounds */
export interface HttpMeasurement {
  name: string
  clients: number
  perSecond: number
  /** Milliseconds */
  p50: number
  p95: number
  p99: number
  /** Milliseconds of the server's process per response; `null` without /proc */
  processor: number | null
  /** One response on the wire, headers included */
  bytes: number
  /** The share of responses that shared caches may keep, from 0 to 1 */
  kept: number
  unexpected: number
  /** Requests per second as a multiple of Express's hello in the same round, and of the peer */
  ofHello: number
  ofPeer: number | null
}

interface HttpOptions {
  clients: number
  /** Measured rounds, after one that only warms up */
  rounds: number
  /** Of a scenario in each round */
  seconds: number
  say: (line: string) => void
}

type Round = LoadResult & { perSecond: number; processor: number | null }

/** The scenarios alternate within a round, so that other load affects all of them. */
export async function measureHttp(
  programs: Record<Scenario["server"], BenchProgram>,
  scenarios: readonly Scenario[],
  { clients, rounds, seconds, say }: HttpOptions,
): Promise<HttpMeasurement[]> {
  const measured = scenarios.map(() => [] as Round[])
  for (let round = 0; round <= rounds; round++) {
    say(`${counted(clients)}: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`)
    for (const [index, scenario] of scenarios.entries()) {
      const long = round === 0 ? Math.min(seconds, 1) : seconds
      const once = await measureOnce(programs[scenario.server], scenario, clients, long)
      if (round > 0) measured[index]?.push(once)
    }
  }
  const roundsOf = (server: Peer) => measured[scenarios.findIndex((scenario) => scenario.server === server)] ?? []
  return scenarios.map(({ name, beside }, index) => {
    const own = measured[index] ?? []
    const ofPeer = beside ? ratio(own, roundsOf(beside)) : null
    return { ...summaryOf(own), name, clients, ofHello: ratio(own, roundsOf("hello")), ofPeer }
  })
}

async function measureOnce(program: BenchProgram, scenario: Scenario, clients: number, seconds: number) {
  const before = processorTime(program.pid)
  const result = await sendLoad({ ...scenario, url: program.url + scenario.path, clients, seconds })
  const after = processorTime(program.pid)
  const processor = before === null || after === null ? null : (after - before) / Math.max(1, result.answers)
  return { ...result, perSecond: result.answers / result.seconds, processor }
}

function summaryOf(rounds: readonly Round[]) {
  const of = (field: "perSecond" | "p50" | "p95" | "p99" | "bytes") => median(rounds.map((round) => round[field]))
  const processor = rounds.flatMap((round) => round.processor ?? [])
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

function ratio(own: readonly Round[], other: readonly Round[]): number {
  return median(own.map((round, index) => round.perSecond / (other[index]?.perSecond || Number.POSITIVE_INFINITY)))
}

export function httpReport(measurements: readonly HttpMeasurement[]): string {
  const header = ["", "req/s", "× hello", "× peer", "p50", "p95", "p99 ms", "processor ms", "kB", "kept"]
  const rows = measurements.map((one) => [
    one.name + (one.unexpected > 0 ? ` (**${one.unexpected} not as expected**)` : ""),
    Math.round(one.perSecond).toLocaleString("en-US"),
    one.ofHello.toFixed(2),
    one.ofPeer?.toFixed(2) ?? "",
    ...[one.p50, one.p95, one.p99].map(figure),
    one.processor?.toFixed(2) ?? "–",
    (one.bytes / 1000).toFixed(1),
    Object.values<string>(peers).includes(one.name) ? "" : `${Math.round(one.kept * 100)} %`,
  ])
  return `${counted(measurements[0]?.clients ?? 0)}:\n\n${markdownTable(header, rows)}`
}

function counted(clients: number): string {
  return `${clients} ${clients === 1 ? "client" : "clients"}`
}

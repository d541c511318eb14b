import { print } from "../../process/terminal.server"
import { figure, markdownTable, median } from "../figures"
import { type BenchProgram, processorTime } from "../programs.server"
import { sendLoad } from "./load.server"
import { type Peer, peers, type Scenario } from "./scenarios.server"

/** Medians of the rounds */
export interface HttpMeasurement extends ReturnType<typeof summaryOf> {
  name: string
  clients: number
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
}

type Round = Awaited<ReturnType<typeof measureOnce>>

/** The scenarios alternate within a round, so that other load affects all of them. */
export async function measureHttp(
  programs: Record<Scenario["server"], BenchProgram>,
  scenarios: readonly Scenario[],
  { clients, rounds, seconds }: HttpOptions,
): Promise<HttpMeasurement[]> {
  const measured = scenarios.map((scenario) => ({ scenario, rounds: [] as Round[] }))
  for (let round = 0; round <= rounds; round++) {
    print(`${counted(clients)}: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`)
    for (const { scenario, rounds } of measured) {
      const load = { clients, seconds: round === 0 ? Math.min(seconds, 1) : seconds }
      const once = await measureOnce(programs[scenario.server], scenario, load)
      if (round > 0) rounds.push(once)
    }
  }
  const ratio = (own: readonly Round[], peer: Peer) => {
    const other = measured.find(({ scenario }) => scenario.server === peer)?.rounds ?? []
    return median(own.map(({ perSecond }, round) => perSecond / (other[round]?.perSecond || Number.POSITIVE_INFINITY)))
  }
  return measured.map(({ scenario: { name, beside }, rounds }) => {
    const ofPeer = beside ? ratio(rounds, beside) : null
    return { ...summaryOf(rounds), name, clients, ofHello: ratio(rounds, "hello"), ofPeer }
  })
}

async function measureOnce({ pid, url }: BenchProgram, scenario: Scenario, load: { clients: number; seconds: number }) {
  const before = processorTime(pid)
  const result = await sendLoad(url, scenario, load)
  const after = processorTime(pid)
  return { ...result, processor: before && after && (after - before) / Math.max(1, result.answers) }
}

function summaryOf(rounds: readonly Round[]) {
  const of = (field: "perSecond" | "p50" | "p95" | "p99" | "bytes") => median(rounds.map((round) => round[field]))
  const sum = (field: "answers" | "kept" | "unexpected") => rounds.reduce((all, round) => all + round[field], 0)
  const processor = rounds.flatMap((round) => round.processor ?? [])
  return {
    perSecond: of("perSecond"),
    /** Milliseconds */
    ...{ p50: of("p50"), p95: of("p95"), p99: of("p99") },
    /** One response on the wire, headers included */
    bytes: of("bytes"),
    /** Milliseconds of the server's process per response; `null` without /proc */
    processor: processor.length > 0 ? median(processor) : null,
    /** The share of responses that shared caches may keep, from 0 to 1 */
    kept: sum("kept") / Math.max(1, sum("answers")),
    unexpected: sum("unexpected"),
  }
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

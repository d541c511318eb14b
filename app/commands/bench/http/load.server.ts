import { createRequire } from "node:module"
import type { Client, Instance, Request, Result } from "autocannon"
import { conflict } from "~/domain/shop-error"
import { percentiles } from "../figures"
import { type BenchProgram, processorTime } from "../programs.server"
import type { Scenario } from "./scenarios.server"

const LONGEST_SECONDS = 30

/** Clients take turns as the visitors, and continue until each has had two responses. Forms must redirect. */
export async function sendLoad(
  { url, pid }: BenchProgram,
  { path, visitors }: Scenario,
  { clients, seconds }: { clients: number; seconds: number },
) {
  const times: number[] = []
  let [next, cached] = [0, 0]
  const began = performance.now()
  function setupClient(client: Client) {
    const visitor = visitors[next++ % visitors.length]
    client.setHeadersAndBody(visitor?.headers ?? {}, visitor?.body)
    client.on("headers", ({ headers }) => void (/\bs-maxage=/.test(String(headers)) && cached++))
    client.on("response", (_status, _bytes, time) => {
      times.push(time)
      if (performance.now() - began > seconds * 1000 && times.length >= 2 * clients) sending.stop()
    })
  }
  const [method, status] = visitors[0]?.body === undefined ? (["GET", "2xx"] as const) : (["POST", "3xx"] as const)
  const target =
    typeof path === "string"
      ? { url: url + path }
      : { url, requests: [{ setupRequest: (request: Request) => ({ ...request, path: path() }) }] }
  const options = { ...target, method, connections: clients, duration: LONGEST_SECONDS, sampleInt: 50, timeout: 30 }
  const processor = processorTime(pid)
  // The module has both exports, contrary to the types.
  const sending = loadAutocannon()({ ...options, setupClient }) as Promise<Result> & Instance
  const { duration, throughput, errors, [status]: expected } = await sending
  const answers = Math.max(1, times.length)
  return {
    answers: times.length,
    perSecond: times.length / duration,
    /** Milliseconds */
    ...percentiles(times),
    /** Milliseconds of the server's process per response; `NaN` without /proc */
    processor: (processorTime(pid) - processor) / answers,
    /** Headers and body of one response on the wire */
    bytes: throughput.total / answers,
    /** The share of responses that shared caches may store (`s-maxage`), from 0 to 1 */
    cached: cached / answers,
    /** Responses with a status of another class, and requests without one */
    unexpected: times.length - expected + errors,
  }
}

/** This is a development dependency: a build imports nothing that production lacks. */
function loadAutocannon(): typeof import("autocannon") {
  try {
    return createRequire(import.meta.url)("autocannon")
  } catch {
    throw conflict("The load generator needs the development dependencies: run npm ci first.")
  }
}

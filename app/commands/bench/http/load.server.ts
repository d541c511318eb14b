import { createRequire } from "node:module"
import { ascending, quantile } from "../figures"
import { BenchError } from "./programs.server"
import type { Scenario } from "./scenarios"

export type LoadResult = Awaited<ReturnType<typeof sendLoad>>

/** Seconds */
const LONGEST = 30

/** Clients take turns as the visitors, and go on until each has had two responses. */
export async function sendLoad(
  origin: string,
  { path, method, visitors, status }: Scenario,
  { clients, seconds }: { clients: number; seconds: number },
) {
  const autocannon = loadAutocannon()
  const times: number[] = []
  let [next, bytes, unexpected, kept, lastAt] = [0, 0, 0, 0, 0]
  const began = performance.now()
  function setupClient(client: import("autocannon").Client) {
    const visitor = visitors[next++ % visitors.length]
    client.setHeadersAndBody(visitor?.headers ?? {}, visitor?.body)
    // Names and values alternate, contrary to the type.
    client.on("headers", ({ headers = [] }) => {
      const lines = [headers].flat()
      if (lines.some((text, at) => /^cache-control$/i.test(text) && /\bs-maxage=/.test(lines[at + 1] ?? ""))) kept++
    })
    client.on("response", (code: number, size: number, time: number) => {
      times.push(time)
      bytes += size
      lastAt = performance.now()
      if (Math.floor(code / 100) !== Math.floor(status / 100)) unexpected++
    })
  }
  const options = { url: origin + path, method, connections: clients, duration: LONGEST, sampleInt: 50, timeout: 30 }
  const { errors } = await new Promise<{ errors: number }>((resolve, reject) => {
    const sending = autocannon({ ...options, setupClient }, (error, result) => {
      clearInterval(enough)
      error ? reject(error) : resolve(result)
    })
    const enough = setInterval(() => {
      if (performance.now() - began > seconds * 1000 && times.length >= 2 * clients) sending.stop()
    }, 20)
  })
  const sorted = ascending(times)
  const elapsed = Math.max(lastAt - began, 1) / 1000
  return {
    answers: times.length,
    perSecond: times.length / elapsed,
    /** Milliseconds */
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    /** Headers and body of one response on the wire */
    bytes: bytes / Math.max(1, times.length),
    /** Responses of another class, and requests without one */
    unexpected: unexpected + errors,
    /** Responses that shared caches may keep (`s-maxage`) */
    kept,
  }
}

/** A development dependency: a build imports nothing that production lacks. */
function loadAutocannon(): typeof import("autocannon") {
  try {
    return createRequire(import.meta.url)("autocannon")
  } catch (cause) {
    throw new BenchError("The load generator needs the development dependencies: run npm ci first.", { cause })
  }
}

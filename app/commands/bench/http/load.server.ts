import { createRequire } from "node:module"
import { ascending, quantile } from "../figures"
import { BenchError } from "./programs.server"

export interface BenchVisitor {
  headers: Record<string, string>
  body?: string
}

interface Load {
  url: string
  method: "GET" | "POST"
  /** Clients take turns as these visitors. */
  visitors: readonly BenchVisitor[]
  /** Every response must have a status of this class. */
  status: number
  clients: number
  /** Extended until each client has had two responses */
  seconds: number
}

export interface LoadResult {
  answers: number
  seconds: number
  /** Milliseconds */
  p50: number
  p95: number
  p99: number
  /** Headers and body of one response on the wire */
  bytes: number
  /** Responses of another class, and requests without one */
  unexpected: number
  /** Responses that shared caches may keep (`s-maxage`) */
  kept: number
}

/** Seconds */
const LONGEST = 30

export async function sendLoad({ url, method, visitors, status, clients, seconds }: Load): Promise<LoadResult> {
  const autocannon = loadAutocannon()
  const times: number[] = []
  let [next, bytes, unexpected, kept, lastAt] = [0, 0, 0, 0, 0]
  const began = performance.now()
  const options = { url, method, connections: clients, duration: LONGEST, sampleInt: 50, timeout: 30 }
  const { errors } = await new Promise<{ errors: number }>((resolve, reject) => {
    const sending = autocannon({ ...options, setupClient }, (error, result) => {
      clearInterval(enough)
      if (error) reject(error)
      else resolve(result)
    })
    const enough = setInterval(() => {
      if (performance.now() - began > seconds * 1000 && times.length >= 2 * clients) sending.stop()
    }, 20)
  })
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
  const sorted = ascending(times)
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((part) => quantile(sorted, part))
  return {
    answers: times.length,
    seconds: Math.max(lastAt - began, 1) / 1000,
    p50,
    p95,
    p99,
    bytes: bytes / Math.max(1, times.length),
    unexpected: unexpected + errors,
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

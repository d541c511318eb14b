/** Who sends requests: headers and, for a form, a body. Clients take turns at being one of them. */
export interface BenchVisitor {
  headers: Record<string, string>
  body?: string
}

export interface LoadJob {
  url: string
  method: "GET" | "POST"
  visitors: BenchVisitor[]
  /** Whose class every answer must have, lest something else is measured. */
  status: number
  clients: number
  /** At least; longer where every client has not been answered twice. */
  seconds: number
}

export interface LoadResult {
  answers: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  /** On the wire, headers and body of one answer. */
  bytes: number
  /** Answers of another class, and requests without one. */
  unexpected: number
  /** Answers that are the same for everybody, which the shop keeps in memory (`s-maxage`). */
  kept: number
}

import { Writable } from "node:stream"
import { type Logger, pino } from "pino"
import { logOptions } from "~/start/log.server"

interface CapturedLog {
  log: Logger
  /** Every line since the last `forget`, as it was written. */
  readonly lines: string[]
  clear(): void
}

/** The shop's own log at its most talkative, kept in memory. */
export function captureLog(): CapturedLog {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).trimEnd().split("\n"))
      done()
    },
  })
  return { log: pino(logOptions("trace"), stream), lines, clear: () => void lines.splice(0) }
}

import { Writable } from "node:stream"
import { type Logger, pino } from "pino"
import { logOptions } from "~/start/log.server"

interface CapturedLog {
  log: Logger
  /** Lines since the last `forget` */
  readonly lines: string[]
  clear(): void
}

/** The shop's log at the lowest level, in memory */
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

import { type Logger, type LoggerOptions, pino } from "pino"
import type { Settings } from "./settings.server"

/** Bytes and milliseconds */
const TOGETHER = { minLength: 4_096, periodicFlush: 100, maxLength: 1_000_000 }

/** `sync` is for a process that is about to end. */
export function openLog({ logLevel }: Pick<Settings, "logLevel">, { sync = false } = {}): Logger {
  const options = logOptions(logLevel)
  if (!process.stdout.isTTY) {
    const destination = pino.destination(sync ? { dest: 1, sync } : { dest: 1, sync, ...TOGETHER })
    // The shop survives a full disk with its log, where the last flush would retry forever.
    destination.on("error", () => {
      destination.flushSync = () => {}
    })
    return pino(options, destination)
  }
  return pino({ ...options, transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } } })
}

/** Redacts secrets even where a whole request or row is logged. */
export function logOptions(level: LoggerOptions["level"]): LoggerOptions {
  return {
    level,
    redact: ["req.headers.cookie", "req.headers.authorization", "*.password", "*.number", "*.cvc"],
    serializers: { err: describeError },
  }
}

/** Other fields of errors repeat user data: PostgreSQL's rows and values, Stripe's requests. */
const LOGGED_ERROR_FIELDS = ["code", "constraint", "table", "column", "severity", "statusCode", "kind"] as const

/** Mail servers quote the recipient when they refuse a mail. */
const MAIL_ADDRESS = /[^\s<>"'(),;:@/\\]{1,64}@[^\s<>"'(),;:@/\\]{1,250}\.\p{L}{2,24}/gu

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error).slice(0, 500)) }
  const fields = error as unknown as Record<string, unknown>
  const kept = Object.fromEntries(
    LOGGED_ERROR_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )
  const cause = error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}
  return {
    ...{ type: error.name, message: withoutAddresses(error.message), ...kept },
    ...{ stack: withoutAddresses(error.stack ?? ""), ...cause },
  }
}

function withoutAddresses(text: string): string {
  return text.replace(MAIL_ADDRESS, "…@…")
}

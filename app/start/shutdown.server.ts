import { randomUUID } from "node:crypto"
import type { RequestListener, Server } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Logger } from "pino"

const SHUTDOWN_TIMEOUT = 9_000

type Closer = () => Promise<void>

interface Closing {
  add(closer: Closer): void
  started: boolean
}

interface ClosingOptions {
  log: Logger
  drainTime: number
}

/** Closes within ten seconds; a second signal exits immediately, and an uncaught error exits without draining. */
export function closeOnSignal(server: Server, { log, drainTime }: ClosingOptions): Closing {
  const closers: Closer[] = []
  const closing: Closing = { add: (closer) => closers.push(closer), started: false }
  const stop = async (exitCode: number, delay: number) => {
    closing.started = true
    await sleep(delay)
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref()
    server.close(async () => {
      for (const close of closers.reverse()) await close().catch((err) => log.error({ err }, "closing failed"))
      process.exit(exitCode)
    })
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT - 3_000).unref()
  }
  const onSignal = () => (closing.started ? process.exit(1) : void stop(0, drainTime))
  const onUncaught = (err: unknown) => {
    log.fatal({ err, errorId: randomUUID().slice(0, 8) }, "uncaught error: the process exits")
    if (!closing.started) void stop(1, 0)
  }
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal)
  process.on("uncaughtException", onUncaught).on("unhandledRejection", onUncaught)
  return closing
}

export function respondWhileClosing(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.shouldKeepAlive = false
    if (request.url?.split("?", 1)[0] !== "/readyz") return listener(request, response)
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" }
    response.writeHead(503, headers).end("closing")
  }
}

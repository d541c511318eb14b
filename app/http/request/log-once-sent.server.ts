import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Shop } from "~/domain/shop"
import type { RequestLogFields } from "./request-log-fields"
import { LONGEST_PATH } from "./request-path"

interface LoggedRequest extends RequestLogFields {
  address: string | undefined
  method: string | undefined
  path: string
}

/** Logs nothing if `describe` returns `null`. */
export function logOnceSent({ log }: Shop, response: ServerResponse, describe: () => LoggedRequest | null): string {
  const started = performance.now()
  const requestId = randomBytes(8).toString("hex")
  response.on("close", () => {
    const { statusCode: status, writableFinished } = response
    const request = describe()
    if (request === null) return
    const { path, ...described } = request
    const milliseconds = Math.round(performance.now() - started)
    const ending = writableFinished ? { status } : { status, cutOff: true }
    log[levelOf(status, path)](
      { requestId, ...described, path: withoutSecrets(path.slice(0, LONGEST_PATH)), ...ending, milliseconds },
      "request",
    )
  })
  return requestId
}

/** A 503 is an outage or overload, not a bug. */
function levelOf(status: number, path: string) {
  if (status >= 500) return status === 503 ? "warn" : "error"
  return path.startsWith("/assets/") ? "trace" : "info"
}

/** The token of a mailed link is a secret. */
function withoutSecrets(path: string): string {
  return path.replace(
    /(\/(?:password\/reset|reset\/password|(?:order|login|invitation)\/link|orders\/join)\/).+/i,
    "$1…",
  )
}

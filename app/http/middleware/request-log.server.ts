import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Request, RequestHandler, Response } from "express"
import type { Shop } from "~/domain/shop"
import { plainAddress } from "../plain-address"
import type { RequestLogFields } from "../request-log-fields"
import { LONGEST_PATH } from "../request-path"

/**
 * Names every request and logs it once it is answered: who, from where, what, how it ended and which guard refused it;
 * never its body, its cookies or its query.
 */
export function logRequests(shop: Shop): RequestHandler {
  return (request, response, next) => {
    const { method } = request
    const logFields: RequestLogFields = {}
    const requestId = logOnceSent(shop, response, () => {
      // When a static folder has answered, its part of the path is in `baseUrl`.
      const path = request.baseUrl + request.path
      return { address: plainAddress(request.ip ?? ""), ...logFields, method, path }
    })
    Object.assign(response.locals, { requestId, shopName: shop.identity.name, logFields })
    response.setHeader("X-Request-Id", requestId)
    next()
  }
}

interface LoggedRequest extends RequestLogFields {
  address: string | undefined
  method: string | undefined
  path: string
}

/** Logs a request as soon as its answer is sent or cut off. @returns what it is called */
export function logOnceSent({ log }: Shop, response: ServerResponse, describe: () => LoggedRequest): string {
  const started = performance.now()
  const requestId = randomBytes(8).toString("hex")
  response.on("close", () => {
    const { statusCode: status, writableFinished } = response
    const { path, ...described } = describe()
    const milliseconds = Math.round(performance.now() - started)
    const ending = writableFinished ? { status } : { status, cutOff: true }
    log[levelOf(status, path)](
      { requestId, ...described, path: withoutSecrets(path.slice(0, LONGEST_PATH)), ...ending, milliseconds },
      "request",
    )
  })
  return requestId
}

/** A 500 is a bug; a 503 is an outage or overload, and its message says which. */
function levelOf(status: number, path: string) {
  if (status >= 500) return status === 503 ? "warn" : "error"
  return path.startsWith("/assets/") ? "trace" : "info"
}

/** The shop as one request sees it: whatever is logged on its behalf names it. */
export function withRequestLog(shop: Shop, { ip: address }: Request, { locals }: Response): Shop {
  const log = shop.log.child({ requestId: locals.requestId, address })
  return { ...shop, log, transaction: (work) => shop.transaction((tx) => work({ ...tx, log })) }
}

/** A reset link's token is a secret, and it is in the path. */
function withoutSecrets(path: string): string {
  return path.replace(/(\/password\/reset\/|\/reset\/password\/).+/i, "$1…")
}

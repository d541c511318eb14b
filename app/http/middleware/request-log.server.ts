import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Request, RequestHandler, Response } from "express"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import type { Shop } from "~/domain/shop"
import { viewSite } from "~/http/frame/site.server"
import type { RequestLogFields } from "~/http/request/request-log-fields"
import { LONGEST_PATH } from "~/http/request/request-path"
import { shopOfRequest } from "~/http/request/shop-of-request"

/** Never logs bodies, cookies or queries. */
export function logRequests(shop: Shop): RequestHandler {
  return (request, response, next) => {
    const { method } = request
    const logFields: RequestLogFields = {}
    const requestId = logOnceSent(shop, response, () => {
      // Static folders move their part of the path to `baseUrl`.
      const path = request.baseUrl + request.path
      return { address: plainAddress(request.ip ?? ""), ...logFields, method, path }
    })
    Object.assign(response.locals, { requestId, shopName: shop.identity.name, site: () => viewSite(shop), logFields })
    response.setHeader("X-Request-Id", requestId)
    next()
  }
}

interface LoggedRequest extends RequestLogFields {
  address: string | undefined
  method: string | undefined
  path: string
}

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

/** A 503 is an outage or overload, not a bug. */
function levelOf(status: number, path: string) {
  if (status >= 500) return status === 503 ? "warn" : "error"
  return path.startsWith("/assets/") ? "trace" : "info"
}

export function withRequest(shop: Shop, { ip = "" }: Request, { locals: { requestId } }: Response): Shop {
  const address = plainAddress(ip)
  const log = shop.log.child({ requestId, address })
  return shopOfRequest(shop, { log, origin: { requestId, address: address || undefined } })
}

/** The token of a mailed link is a secret. */
function withoutSecrets(path: string): string {
  return path.replace(
    /(\/(?:password\/reset|reset\/password|(?:order|login|invitation)\/link|orders\/join)\/).+/i,
    "$1…",
  )
}

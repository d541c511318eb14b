import type { Request, RequestHandler, Response } from "express"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import type { Shop } from "~/domain/shop"
import { viewSite } from "~/http/doorways/site.server"
import { logOnceSent } from "~/http/request/log-once-sent.server"
import type { RequestLogFields } from "~/http/request/request-log-fields"
import { shopOfRequest } from "~/http/request/shop-of-request"

/** Never logs bodies, cookies or queries. */
export function logRequests(shop: Shop): RequestHandler {
  return (request, response, next) => {
    const { locals } = response
    // The short way of forms logs its requests itself.
    if (locals.requestId === undefined) Object.assign(locals, logOnEnd(shop, request, response))
    Object.assign(locals, { shopName: shop.identity.name, site: () => viewSite(shop) })
    response.setHeader("X-Request-Id", locals.requestId)
    next()
  }
}

function logOnEnd(shop: Shop, request: Request, response: Response) {
  const { method } = request
  const logFields: RequestLogFields = {}
  const requestId = logOnceSent(shop, response, () => {
    // Static folders move their part of the path to `baseUrl`.
    const path = request.baseUrl + request.path
    return { address: plainAddress(request.ip ?? ""), ...logFields, method, path }
  })
  return { requestId, logFields }
}

export function withRequest(shop: Shop, ip: string, { locals: { requestId } }: Pick<Response, "locals">): Shop {
  const address = plainAddress(ip)
  const log = shop.log.child({ requestId, address })
  return shopOfRequest(shop, { log, origin: { requestId, address: address || undefined } })
}

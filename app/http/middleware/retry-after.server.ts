import type { RequestHandler } from "express"
import onHeaders from "on-headers"
import { OUTAGE_RETRY_AFTER } from "~/http/outage"

export const setRetryAfter: RequestHandler = (_request, response, next) => {
  onHeaders(response, () => {
    if (response.statusCode === 503 && !response.hasHeader("Retry-After")) {
      response.setHeader("Retry-After", String(OUTAGE_RETRY_AFTER))
    }
  })
  next()
}

import type { RequestHandler } from "express"
import onHeaders from "on-headers"

const PRIVATE = /\b(no-store|private)\b/i

/** A response that sets a cookie is never cached, whatever the policy of its route. */
export const keepCookiesOutOfCaches: RequestHandler = (_request, response, next) => {
  onHeaders(response, () => {
    const caching = String(response.getHeader("Cache-Control") ?? "")
    if (response.hasHeader("Set-Cookie") && !PRIVATE.test(caching)) response.setHeader("Cache-Control", "no-store")
    if (/\bprivate\b/i.test(caching)) response.vary("Cookie")
  })
  next()
}

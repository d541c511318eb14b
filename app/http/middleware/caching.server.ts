import type { RequestHandler } from "express"
import onHeaders from "on-headers"

const PRIVATE = /\b(no-store|private)\b/i

/**
 * The one place that decides for all answers: what sets a cookie is somebody's own and no cache on the way keeps it,
 * whatever the route has said; what a browser may keep for itself depends on its cookies.
 */
export const keepCookiesOutOfCaches: RequestHandler = (_request, response, next) => {
  onHeaders(response, () => {
    const caching = String(response.getHeader("Cache-Control") ?? "")
    if (response.hasHeader("Set-Cookie") && !PRIVATE.test(caching)) response.setHeader("Cache-Control", "no-store")
    if (/\bprivate\b/i.test(caching)) response.vary("Cookie")
  })
  next()
}

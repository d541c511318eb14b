import type { RequestHandler } from "express"

/** Whether an address belongs to the API, as far as routes would say. */
export function isApiPath(path: string): boolean {
  return /^\/api\/v1(\/|$)/i.test(path)
}

/** The methods that Remix passes to routes; others it answers itself, or cannot represent. */
const ROUTED = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])

/**
 * Puts a request to the API so that its route is the one to answer. Remix reads an ending `.data` and a query `_data` as
 * words of its own, which the contract does not know.
 */
export const normalizeApiRequest: RequestHandler = (request, _response, next) => {
  if (!isApiPath(request.path)) return next()
  // No call has this method either, so it is answered like any other that is not allowed.
  if (!ROUTED.has(request.method)) request.method = "PATCH"
  request.url = request.originalUrl = withoutRemixConventions(request.originalUrl)
  next()
}

/** Patterns of routes see no further than a line break. Written as a browser would. */
export const LINE_BREAK = /%(0a|0d|e2%80%a[89])/gi

/** A line break becomes another character that stands in no address, so that a route answers it. */
function withoutRemixConventions(address: string): string {
  const mark = address.indexOf("?")
  const path = (mark < 0 ? address : address.slice(0, mark))
    .replace(/\.(data\/*)$/i, "%2E$1")
    .replace(LINE_BREAK, "%00")
  if (mark < 0) return path
  const query = address.slice(mark + 1)
  const search = new URLSearchParams(query)
  if (!search.has("_data")) return `${path}?${query}`
  search.delete("_data")
  return `${path}?${search}`
}

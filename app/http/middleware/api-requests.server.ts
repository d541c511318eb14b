import type { RequestHandler } from "express"

export function isApiPath(path: string): boolean {
  return /^\/api\/v1(\/|$)/i.test(path)
}

/** Remix handles other methods itself or cannot represent them. */
const ROUTED = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])

/** Escapes `.data` and `_data`, which Remix would interpret. */
export const normalizeApiRequest: RequestHandler = (request, _response, next) => {
  if (!isApiPath(request.path)) return next()
  // No call allows PATCH, so the response is 405.
  if (!ROUTED.has(request.method)) request.method = "PATCH"
  request.url = request.originalUrl = withoutRemixConventions(request.originalUrl)
  next()
}

/** Route patterns do not match line breaks. */
export const LINE_BREAK = /%(0a|0d|e2%80%a[89])/gi

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

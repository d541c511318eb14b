import type { RequestHandler } from "express"
import { hasValidHost } from "~/http/origin/valid-host"
import { withoutFormTime } from "~/http/request/after-form"
import { canBeDecoded, refusePath } from "~/http/request/request-path"
import { isApiPath } from "./api-requests.server"
import { sendRefusal } from "./send-refusal.server"

export const refuseMalformedHost: RequestHandler = (request, response, next) => {
  if (!hasValidHost(request)) {
    return sendRefusal(request, response, 400, "The Host of this request is not valid.")
  }
  delete request.headers["x-forwarded-host"]
  next()
}

/** The length limit in characters (RFC 9110, section 4.1) */
const LONGEST_ADDRESS = 8_000

/** Removes an origin before the path (RFC 9112, section 3.2.2). */
export const refuseMalformedAddress: RequestHandler = (request, response, next) => {
  request.url = request.originalUrl = request.originalUrl.replace(/^https?:\/\/[^/?#]*\/?/i, "/")
  if (request.originalUrl.length > LONGEST_ADDRESS)
    return sendRefusal(request, response, 414, "This address is too long.")
  const refusal = refusePath(request.originalUrl.split(/[?#]/, 1)[0] ?? "")
  if (refusal) return sendRefusal(request, response, refusal.status, refusal.message)
  if (canBeDecoded(request.path)) return next()
  if (!isApiPath(request.path)) return sendRefusal(request, response, 400, "This address is not valid.")
  const [path = "", ...query] = request.originalUrl.split("?")
  request.url = request.originalUrl = [path.replaceAll("%", "%25"), ...query].join("?")
  next()
}

/** Runs after `refuseMalformedAddress`: no path begins with two slashes, which would mean another host. */
export const redirectTrailingSlash: RequestHandler = ({ originalUrl, method }, response, next) => {
  const [path = ""] = originalUrl.split(/[?#]/, 1)
  const plain = path.replace(/^(\/.+)\/(\.data)?$/, "$1$2")
  if (plain === path || isApiPath(path) || (method !== "GET" && method !== "HEAD")) return next()
  response.set("Cache-Control", "no-cache").redirect(301, plain + originalUrl.slice(path.length))
}

/** Leaves out the time that a first form adds for browsers without cookies, once the browser sends some. */
export const redirectWithoutFormTime: RequestHandler = ({ originalUrl, method, headers }, response, next) => {
  const plain = method === "GET" ? withoutFormTime(originalUrl, headers) : null
  if (plain === null) return next()
  response.set("Cache-Control", "no-store").redirect(302, plain)
}

/**
 * PostgreSQL cannot search for NUL: no page has such a path, queries are cleaned, and the API does not know such an id.
 */
export const refuseNulInAddress: RequestHandler = (request, response, next) => {
  const { originalUrl, method, path } = request
  if (isApiPath(path) || !originalUrl.includes("%00")) return next()
  if (path.includes("%00")) return sendRefusal(request, response, 404, "There is nothing at this address.")
  if (method === "GET" || method === "HEAD") return response.redirect(302, originalUrl.replaceAll("%00", ""))
  sendRefusal(request, response, 400, "This address is not valid.")
}

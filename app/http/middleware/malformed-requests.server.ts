import type { IncomingMessage } from "node:http"
import type { RequestHandler } from "express"
import { refusePath } from "~/http/request-path"
import { isApiPath } from "./api-requests.server"
import { sendRefusal } from "./send-refusal.server"

const HOST_SYNTAX = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i

/** Refuses a malformed `Host`, or more than one, which the layers beneath answer with an error of their own. */
export const refuseMalformedHost: RequestHandler = (request, response, next) => {
  if (!hasValidHost(request)) {
    return sendRefusal(request, response, 400, "The Host of this request is not valid.")
  }
  delete request.headers["x-forwarded-host"]
  next()
}

export function hasValidHost({ rawHeaders, headers }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++
  return hosts <= 1 && isHost(headers.host ?? "")
}

/** Names and numbers that no URL can have, as the address 256.1.1.1 or a port of 99999, are no hosts either. */
function isHost(text: string): boolean {
  return HOST_SYNTAX.test(text) && URL.canParse(`http://${text}`)
}

/** In characters: as much as RFC 9110, section 4.1, asks everybody to take. */
const LONGEST_ADDRESS = 8_000

/**
 * Refuses addresses that are too long, that can name nothing or that cannot be decoded; in a call of the API, what cannot be
 * decoded is an id that nothing has, and the call says so. An address with an origin in front (RFC 9112, section 3.2.2) loses
 * it; what then begins with no slash, as `*` or the address of another protocol, names nothing of the shop's.
 */
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

export function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Takes the character NUL out of a screen's address: it is never typed, and PostgreSQL cannot look for it. Calls of the
 * API answer it themselves, as they answer every id that cannot be one.
 */
export const refuseNulInAddress: RequestHandler = (request, response, next) => {
  const { originalUrl, method } = request
  if (isApiPath(request.path) || !originalUrl.includes("%00")) return next()
  if (method !== "GET" && method !== "HEAD") return sendRefusal(request, response, 400, "This address is not valid.")
  // Never two slashes in front: what follows them would be another site.
  response.redirect(302, originalUrl.replaceAll("%00", "").replace(/^[/\\]+/, "/"))
}

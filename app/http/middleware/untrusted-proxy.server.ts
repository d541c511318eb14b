import type { RequestHandler } from "express"
import ipaddr from "ipaddr.js"
import type { Shop } from "~/domain/shop"

/** Private addresses: RFC 1918, 4193, 4291 */
const PRIVATE = new Set(["loopback", "private", "uniqueLocal", "linkLocal"])

const isPrivateAddress = (address: string) => ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range())

const WARNING =
  "The shop seems to run behind a proxy: set TRUST_PROXY, or all shoppers share one address and its rate limits"

export function warnOfUntrustedProxy({ log, identity }: Shop, trustProxy: number): RequestHandler {
  let isQuiet = trustProxy > 0
  return (request, _response, next) => {
    if (!isQuiet && request.headers["x-forwarded-for"] !== undefined) {
      isQuiet = identity.url.startsWith("https:") || isPrivateAddress(request.socket.remoteAddress ?? "")
      if (isQuiet) log.warn(WARNING)
    }
    next()
  }
}

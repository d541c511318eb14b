import { BlockList, isIPv6 } from "node:net"
import type { RequestHandler } from "express"
import type { Shop } from "~/domain/shop"

/** Addresses that no shopper in the internet has: loopback and private ones (RFC 1918, 4193, 4291). */
const privateNetworks = new BlockList()
for (const [net, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  privateNetworks.addSubnet(net, prefix)
privateNetworks.addAddress("::1", "ipv6")
privateNetworks.addSubnet("fc00::", 7, "ipv6")
privateNetworks.addSubnet("fe80::", 10, "ipv6")

const isPrivateAddress = (address: string) => privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4")

const WARNING =
  "The shop seems to stand behind a proxy: set TRUST_PROXY, or all shoppers share one address and its limits"

/** Warns once of a proxy that tells whose request it hands on, and is not believed. */
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

import { createHash } from "node:crypto"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { CountedLimit, RateLimitRule } from "../rate-limits"

/** A hash, because the table of limits stores no email address */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")
}

export function accountLogId(email: string): string {
  return accountKey(email).slice(0, 12)
}

/** The port that some proxies name with the client's address */
const PORT = /^(?:(\d+(?:\.\d+){3})|\[(.+)\]):\d+$/

/** Unwraps `::ffff:192.0.2.7`, the form that IPv6 sockets report, and removes a port. */
export function plainAddress(given: string): string {
  const [, four, six] = PORT.exec(given) ?? []
  const address = four ?? six ?? given
  return isIP(address) ? ipaddr.process(address).toString() : given
}

/** The first half of an IPv6 address, because one household has the rest */
export function addressKey(given: string): string {
  const address = plainAddress(given)
  if (!isIP(address)) return address
  const client = ipaddr.parse(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  return networkOf(client, 64)
}

/** Counts for the address, and for IPv6 also for the /48 around it, all of which a site may have (RFC 6177). */
export function countsFrom(address: string, rules: { address: RateLimitRule; site: RateLimitRule }): CountedLimit[] {
  const own: CountedLimit = [rules.address, addressKey(address)]
  const plain = plainAddress(address)
  const client = isIP(plain) ? ipaddr.parse(plain) : null
  return client instanceof ipaddr.IPv6 ? [own, [rules.site, networkOf(client, 48)]] : [own]
}

function networkOf({ parts }: ipaddr.IPv6, bits: number): string {
  const network = parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${network.join(":")}::/${bits}`
}

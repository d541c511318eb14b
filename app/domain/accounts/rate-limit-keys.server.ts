import { createHash } from "node:crypto"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { CountedLimit, RateLimitRule, RateLimits } from "~/domain/rate-limits"

/** A hash, because the table of limits stores no email address */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")
}

export function accountLogId(email: string): string {
  return accountKey(email).slice(0, 12)
}

/** A port that some proxies add to the client's address */
const PORT = /^(?:(\d+(?:\.\d+){3})|\[(.+)\]):\d+$/

/** Unwraps `::ffff:192.0.2.7`, the form that IPv6 sockets report, and removes a port. */
export function plainAddress(given: string): string {
  const [, four, six] = PORT.exec(given) ?? []
  const address = four ?? six ?? given
  return isIP(address) ? ipaddr.process(address).toString() : given
}

/** The /64 of an IPv6 address, which one household has to itself */
export function addressKey(given: string): string {
  return networkOf(given, 64)
}

/** The /48 of an IPv6 address, all of which one site may have (RFC 6177) */
export function siteKey(given: string): string {
  return networkOf(given, 48)
}

function networkOf(given: string, bits: number): string {
  const address = plainAddress(given)
  const client = isIP(address) ? ipaddr.parse(address) : null
  if (!(client instanceof ipaddr.IPv6)) return address
  const network = client.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${network.join(":")}::/${bits}`
}

/** The factor by which a site's limit exceeds that of an address */
const SITE_FACTOR = 5

/** Counts for the address, and for IPv6 also for its site. */
export function countsFrom(address: string, rule: RateLimitRule): CountedLimit[] {
  const [own, site] = [addressKey(address), siteKey(address)]
  const ofSite = { ...rule, name: `${rule.name}-site`, points: SITE_FACTOR * rule.points }
  return own === site
    ? [[rule, own]]
    : [
        [rule, own],
        [ofSite, site],
      ]
}

/** @throws ShopError `tooMany` */
export async function consumeFrom(limits: RateLimits, address: string, rule: RateLimitRule): Promise<void> {
  for (const count of countsFrom(address, rule)) await limits.consume(...count)
}

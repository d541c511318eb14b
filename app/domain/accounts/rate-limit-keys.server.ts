import { createHash } from "node:crypto"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

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
  const network = client.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(":")}::/64`
}

import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** The part of IPv6 that is given out (https://www.iana.org/assignments/ipv6-address-space) */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3")

/**
 * Whether an address belongs to nobody's own network: not private, loopback, link-local, shared (RFC 6598), multicast or
 * reserved, nor an IPv6 address that holds or leads to an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false
  const address = ipaddr.parse(text)
  const isGiven = address.kind() === "ipv4" || address.match(GLOBAL_UNICAST)
  return isGiven && address.range() === "unicast"
}

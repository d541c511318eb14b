import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** Unwraps `::ffff:192.0.2.7`, the form that IPv6 sockets report. */
export function plainAddress(address: string): string {
  return isIP(address) ? ipaddr.process(address).toString() : address
}

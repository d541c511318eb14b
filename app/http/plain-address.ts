import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** Unwraps `::ffff:192.0.2.7`, as sockets that listen on IPv6 write it. */
export function plainAddress(address: string): string {
  return isIP(address) ? ipaddr.process(address).toString() : address
}

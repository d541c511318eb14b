import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** A client's address as people write it: sockets that listen on IPv6 say `::ffff:192.0.2.7` of `192.0.2.7`. */
export function plainAddress(address: string): string {
  return isIP(address) ? ipaddr.process(address).toString() : address
}

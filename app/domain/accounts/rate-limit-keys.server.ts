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

/** The first half of an IPv6 address, because one household has the rest */
export function addressKey(address: string): string {
  if (!isIP(address)) return address
  const client = ipaddr.process(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  const network = client.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(":")}::/64`
}

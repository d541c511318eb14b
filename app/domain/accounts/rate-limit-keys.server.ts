import { createHash } from "node:crypto"
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** The key of an account that may or may not exist; the table of limits keeps no e-mail address. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")
}

/** What the log calls an account that may not exist: the same for the same e-mail address, which it does not tell. */
export function accountLogId(email: string): string {
  return accountKey(email).slice(0, 12)
}

/** The key of a client's address; of IPv6 the first half, because one household has all of the second. */
export function addressKey(address: string): string {
  if (!isIP(address)) return address
  const client = ipaddr.process(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  const network = client.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(":")}::/64`
}

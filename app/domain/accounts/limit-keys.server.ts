import { createHash } from "node:crypto"
import { isIPv6 } from "node:net"

/** The key of an account that may or may not exist; the table of limits keeps no e-mail address. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url")
}

/** The key of a client's address; of IPv6 the first half, because one household has all of the second. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [front = "", back] = address.split("%")[0]?.toLowerCase().split("::") ?? []
  const head = front.split(":").filter(Boolean)
  const tail = back?.split(":").filter(Boolean) ?? []
  const groups = [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill("0"), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`
}

import { addressKey } from "../accounts/rate-limit-keys.server"
import type { RateLimitRule } from "../rate-limits"
import type { Shop } from "../shop"
import { findByCode } from "./find-discounts.server"

const wrongCodes: RateLimitRule = { name: "wrong-codes", points: 20, minutes: 15 }

/** Returns the code; a wrong one counts for the session and for the address. */
export async function tryCode(shop: Shop, from: string | readonly string[], typed: string): Promise<string> {
  const code = typed.trim()
  const keys = [from].flat().map(addressKey)
  if (code === "") return code
  await shop.limits.check(...keys.map((key) => [wrongCodes, key] as const))
  if (await findByCode(shop, code)) return code
  for (const key of keys) await shop.limits.consume(wrongCodes, key)
  return code
}

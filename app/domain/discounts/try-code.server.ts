import { countsFrom } from "../accounts/rate-limit-keys.server"
import type { RateLimitRule } from "../rate-limits"
import type { Shop } from "../shop"
import { cleanCode } from "../text/clean-code"
import { findByCode } from "./find-discounts.server"

const wrongCodes: RateLimitRule = { name: "wrong-codes", points: 20, minutes: 15 }

/** Returns the code; a wrong one counts for the session and for the address. */
export async function tryCode({ db, limits }: Shop, from: string | readonly string[], typed: string): Promise<string> {
  const code = cleanCode(typed)
  const counts = [from].flat().flatMap((key) => countsFrom(key, wrongCodes))
  if (code === "") return code
  await limits.check(...counts)
  // Counted before the look-up, so that concurrent ones stay within the limit
  for (const count of counts) await limits.consume(...count)
  if (await findByCode({ db }, code)) for (const count of counts) await limits.release(...count)
  return code
}

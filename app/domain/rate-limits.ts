import { ShopError } from "./shop-error"

export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

export type CountedLimit = readonly [rule: RateLimitRule, key: string]

export interface RateLimits {
  /** @throws ShopError `tooMany` with `retryAfter` in seconds */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /** Counts for both at once, but nothing for the second beyond the limit of the first. @throws ShopError as `consume` */
  consumeBoth(first: CountedLimit, second: CountedLimit, attempts?: number): Promise<void>
  /** @throws ShopError `tooMany` if no attempt is left of one of them, without counting one */
  check(...counts: readonly CountedLimit[]): Promise<void>
  /** Takes back one counted attempt. */
  release(rule: RateLimitRule, key: string): Promise<void>
  reset(rule: RateLimitRule, key: string): Promise<void>
}

export async function isWithin(limits: RateLimits, rule: RateLimitRule, key: string): Promise<boolean> {
  try {
    await limits.consume(rule, key)
    return true
  } catch (error) {
    if (error instanceof ShopError && error.kind === "tooMany") return false
    throw error
  }
}

/** An hourly limit of the whole shop. */
export interface ShopTotal {
  rule: RateLimitRule
  /** Part of the refusal and of the owner's notification. */
  done: string
  summary: string
  consequence: string
}

import { ShopError } from "./shop-error"

export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

export type CountedLimit = readonly [rule: RateLimitRule, key: string]

export interface CountChanges {
  /** If one of them has no attempt left, nothing is counted. */
  checked?: readonly CountedLimit[]
  counted: readonly [CountedLimit, ...CountedLimit[]]
  /** Reset unless one of the others is used up */
  reset?: readonly CountedLimit[]
}

export interface RateLimits {
  /** @throws ShopError `tooMany` with `retryAfter` in seconds */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /** Counts for both, but not for the second if the first is exceeded. @throws ShopError as `consume` */
  consumeBoth(first: CountedLimit, second: CountedLimit, attempts?: number): Promise<void>
  /** Checks, counts and resets in one statement. @throws ShopError `tooMany` as the other functions */
  countAll(changes: CountChanges): Promise<void>
  /** @throws ShopError `tooMany` if one of them has no attempt left; counts nothing */
  check(...counts: readonly CountedLimit[]): Promise<void>
  /** Returns one counted attempt to the limit. */
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
  /** Used in the refusal and in the owner's notification */
  done: string
  summary: string
  consequence: string
}

export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

export type CountedLimit = readonly [rule: RateLimitRule, key: string]

export interface RateLimits {
  /** @throws ShopError `tooMany` with `retryAfter` in seconds */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /** @throws ShopError `tooMany` if no attempt is left of one of them, without counting one */
  check(...counts: readonly CountedLimit[]): Promise<void>
  reset(rule: RateLimitRule, key: string): Promise<void>
}

export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

export interface RateLimits {
  /** @throws ShopError `tooMany` with `retryAfter` in seconds */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /** @throws ShopError `tooMany` if no attempt is left, without counting one */
  check(rule: RateLimitRule, key: string): Promise<void>
  reset(rule: RateLimitRule, key: string): Promise<void>
}

/** At most `points` attempts in `minutes`, counted under `name` and a key such as an address or an e-mail. */
export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

/** Attempts counted in the database, so that every process sees them. */
export interface RateLimits {
  /** @throws ShopError `tooMany` with `retryAfter` in seconds */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /**
   * Counts nothing.
   * @throws ShopError `tooMany` if no attempt is left
   */
  check(rule: RateLimitRule, key: string): Promise<void>
  reset(rule: RateLimitRule, key: string): Promise<void>
}

/** At most `points` attempts in `minutes`, counted under `name` and a key such as an address or an e-mail. */
export interface RateLimitRule {
  name: string
  points: number
  minutes: number
}

/** Attempts counted in the database, so that every process sees them. */
export interface RateLimits {
  /**
   * Counts one attempt, or several at once.
   * @throws ShopError `tooMany` with `retryAfter` in seconds once there were too many
   */
  consume(rule: RateLimitRule, key: string, attempts?: number): Promise<void>
  /** @throws ShopError `tooMany` when nothing is left, without counting */
  check(rule: RateLimitRule, key: string): Promise<void>
  /** Forgets what was counted. */
  reset(rule: RateLimitRule, key: string): Promise<void>
}

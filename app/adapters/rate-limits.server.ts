import type pg from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import type { RateLimitRule, RateLimits } from "~/domain/rate-limits"
import { tooMany, unavailable } from "~/domain/shop-error"

export function openRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (rule: RateLimitRule) => {
    const known = limiters.get(rule.name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: rule.name,
      points: rule.points,
      duration: rule.minutes * 60,
    })
    limiters.set(rule.name, limiter)
    return limiter
  }
  return {
    async consume(rule, key, attempts = 1) {
      await limiterOf(rule)
        .consume(shorten(key), attempts)
        .catch((reason) => throwTooMany(rule, reason))
    },
    async check(...counts) {
      const now = Date.now()
      const keys = counts.map(([rule, key]) => limiterOf(rule).getKey(shorten(key)))
      // The library reads them one by one.
      const { rows } = await pool.query<{ key: string; points: number; expire: number }>(
        "select key, points, expire from rate_limits where key = any($1) and expire > $2",
        [keys, now],
      )
      for (const [index, [rule]] of counts.entries()) {
        const state = rows.find(({ key }) => key === keys[index])
        if (state && state.points >= rule.points) throwTooMany(rule, new RateLimiterRes(0, state.expire - now))
      }
    },
    async release(rule, key) {
      await limiterOf(rule).reward(shorten(key), 1)
    },
    async reset(rule, key) {
      await limiterOf(rule).delete(shorten(key))
    },
  }
}

function shorten(key: string): string {
  return key.slice(0, 200)
}

function throwTooMany(rule: RateLimitRule, reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw unavailable("Please try again in a moment", reason)
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`
  throw tooMany(`Too many attempts. Please try again in ${wait}.`, seconds, rule.name)
}

import type pg from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { MINUTE } from "~/domain/durations"
import type { CountedLimit, RateLimitRule, RateLimits } from "~/domain/rate-limits"
import { tooMany, unavailable } from "~/domain/shop-error"
import { PLANNED_ONCE } from "~db/prepared-statements.server"

/** Milliseconds since 1970 by the database's clock */
const NOW = "(extract(epoch from now()) * 1000)::bigint"

/**
 * A condition that is always true. The commit then does not wait for the disk or a standby: a crash of the database may
 * forget the counts of the last half second (`wal_writer_delay`, three times), and every limited request is faster.
 */
const WITHOUT_WAIT = "set_config('synchronous_commit', 'off', true) = 'off'"

/** @param row the key, the points and the end of the window */
const counting = (row: string) => `
  insert into rate_limits as counted ${row}
  on conflict (key) do update set
    points = case when counted.expire <= ${NOW} then excluded.points else counted.points + excluded.points end,
    expire = case when counted.expire <= ${NOW} then excluded.expire else counted.expire end
  returning key, points, expire - ${NOW} as left`

const ONE = counting(`select $1, $2::integer, ${NOW} + $3::bigint where ${WITHOUT_WAIT}`)

const COUNT = `${PLANNED_ONCE} ${ONE}`

const COUNT_BOTH = `${PLANNED_ONCE}
  with first as (${ONE}),
    second as (${counting(`select $4, $2::integer, ${NOW} + $5::bigint from first where first.points <= $6`)})
  select 1 as place, first.* from first union all select 2, second.* from second order by place`

const CHECK = `${PLANNED_ONCE}
  select key, points, expire - ${NOW} as left from rate_limits where key = any($1) and expire > ${NOW}`

/** Each part depends on the one before it, so that all statements lock rows in the same order. */
const COUNT_ALL = `${PLANNED_ONCE}
  with used_up as (
      select key, points, expire - ${NOW} as left from rate_limits
      join unnest($1::text[], $2::integer[]) checked (name, most) on key = name
      where expire > ${NOW} and points >= most),
    counts as (${counting(`
      select name, 1, ${NOW} + period from unnest($3::text[], $4::bigint[]) chosen (name, period)
      where not exists (select from used_up) and ${WITHOUT_WAIT}`)}),
    refused as (
      select used_up.* from used_up
      union all
      select counts.* from counts join unnest($3::text[], $5::integer[]) chosen (name, most) on key = name
      where points > most),
    reset as (delete from rate_limits where key = any($6::text[]) and not exists (select from refused))
  select * from refused`

interface Count {
  key: string
  points: number
  /** Milliseconds until the window ends */
  left: number
}

/** Counts by the database's clock, because the library would use that of the machine. */
class DatabaseLimiter extends RateLimiterPostgres {
  constructor(
    private readonly pool: pg.Pool,
    { name, points, minutes }: RateLimitRule,
  ) {
    const table = { tableName: "rate_limits", tableCreated: true }
    super({ ...table, storeClient: pool, keyPrefix: name, points, duration: minutes * 60 })
  }

  async _upsert(key: string, points: number, duration: number): Promise<Count> {
    const { rows } = await this.pool.query<Count>(COUNT, [key, points, duration])
    return rows[0] as Count
  }

  async _delete(key: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(`delete from rate_limits where key = $1 and ${WITHOUT_WAIT}`, [key])
    return rowCount === 1
  }

  _getRateLimiterRes(_key: string, added: number, { points, left }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(left, 0), points, points === added)
  }

  /** The library calls this from time to time. */
  async clearExpired(): Promise<void> {
    // Waits for no count, which may wait for another row of this deletion.
    const expired = `select key from rate_limits where expire < ${NOW} - 3600000 for update skip locked`
    await this.pool.query(`delete from rate_limits where key in (${expired})`).catch(() => {})
  }
}

export function openRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, DatabaseLimiter>()
  const limiterOf = (rule: RateLimitRule) => {
    const known = limiters.get(rule.name)
    if (known) return known
    const limiter = new DatabaseLimiter(pool, rule)
    limiters.set(rule.name, limiter)
    return limiter
  }
  const keyOf = ([rule, key]: CountedLimit) => limiterOf(rule).getKey(shorten(key))
  return {
    async consume(rule, key, attempts = 1) {
      await limiterOf(rule)
        .consume(shorten(key), attempts)
        .catch((reason) => throwTooMany(rule, reason))
    },
    async consumeBoth(first, second, attempts = 1) {
      const [one, other] = [keyOf(first), keyOf(second)]
      const [window, otherWindow] = [first, second].map(([{ minutes }]) => minutes * MINUTE)
      const given = [one, attempts, window, other, otherWindow, first[0].points]
      const { rows } = await pool.query<Count>(COUNT_BOTH, given).catch((error) => throwTooMany(first[0], error))
      for (const [rule, key] of [first, second]) {
        const count = rows.find((row) => row.key === keyOf([rule, key]))
        if (count && count.points > rule.points) throwTooMany(rule, new RateLimiterRes(0, count.left))
      }
    },
    async countAll({ checked = [], counted, reset = [] }) {
      const limits = [...checked, ...counted]
      const given = [
        ...[checked.map(keyOf), checked.map(([{ points }]) => points)],
        ...[
          counted.map(keyOf),
          counted.map(([{ minutes }]) => minutes * MINUTE),
          counted.map(([{ points }]) => points),
        ],
        reset.map(keyOf),
      ]
      const { rows } = await pool.query<Count>(COUNT_ALL, given).catch((error) => throwTooMany(counted[0][0], error))
      for (const limit of limits) {
        const refused = rows.find(({ key }) => key === keyOf(limit))
        if (refused) throwTooMany(limit[0], new RateLimiterRes(0, refused.left))
      }
    },
    async check(...counts) {
      const keys = counts.map(keyOf)
      // The library reads them one by one.
      const { rows } = await pool.query<Count>(CHECK, [keys])
      for (const [index, [rule]] of counts.entries()) {
        const state = rows.find(({ key }) => key === keys[index])
        if (state && state.points >= rule.points) throwTooMany(rule, new RateLimiterRes(0, state.left))
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

function throwTooMany(rule: Pick<RateLimitRule, "name">, reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw unavailable("Please try again in a moment", reason)
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`
  throw tooMany(`Too many attempts. Please try again in ${wait}.`, seconds, rule.name)
}

import { type RawBuilder, sql } from "kysely"
import type { Day } from "./days"

/** Returns the day of a row's time in the time zone that the shop had then, as its column `time_zone` says. */
export function storedDay(column: string | RawBuilder<Date>): RawBuilder<Day> {
  const moment = typeof column === "string" ? sql.ref(column) : column
  return sql<Day>`to_char(${moment} at time zone time_zone, 'YYYY-MM-DD')`
}

/**
 * Matches rows whose day is in this range, including the last day; an empty day is no limit. Uses an index on the time.
 */
export function isWithin(column: string, { from, to }: { from: Day; to: Day }): RawBuilder<boolean> {
  const moment = sql.ref(column)
  const day = sql`(${moment} at time zone time_zone)::date`
  // No time zone is a full day away from UTC.
  const limits = [
    ...(from
      ? [
          sql`${moment} >= ${from}::date::timestamp at time zone 'UTC' - interval '24 hours'`,
          sql`${day} >= ${from}::date`,
        ]
      : []),
    ...(to
      ? [sql`${moment} < ${to}::date::timestamp at time zone 'UTC' + interval '48 hours'`, sql`${day} <= ${to}::date`]
      : []),
  ]
  return limits.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(limits, sql` and `)})`
}

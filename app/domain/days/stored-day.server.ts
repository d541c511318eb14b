import { type RawBuilder, sql } from "kysely"
import type { Day } from "./days"

/** Returns the day of a row's moment in the time zone that the shop had then, as its column `time_zone` says. */
export function storedDay(column: string): RawBuilder<Day> {
  return sql<Day>`to_char(${sql.ref(column)} at time zone time_zone, 'YYYY-MM-DD')`
}

/** Whether the row's day is one of these, the last one included; an empty day is no limit. Uses an index of the moments. */
export function isWithin(column: string, { from, to }: { from: Day; to: Day }): RawBuilder<boolean> {
  const moment = sql.ref(column)
  const day = sql`(${moment} at time zone time_zone)::date`
  // No zone is as much as a day away from UTC.
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

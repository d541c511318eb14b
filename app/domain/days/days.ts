import type { Offset } from "./offsets"

/** A day such as `2026-12-24` */
export type Day = string

/** The days of a time zone, created by `daysIn` */
export interface Days {
  /** IANA name */
  readonly zone: string
  readonly offsets: readonly Offset[]
  dayOf(moment: Date): Day
  /** Returns the day's first moment: midnight, or later where the clock is set forward at midnight. */
  startOf(day: Day): Date
  /** Returns the first moment of the next day, 23 to 25 hours later. */
  endOf(day: Day): Date
  /** Writes the moment with the zone's offset, as in `2026-12-24T15:05:00.000+01:00`; with Z for UTC. */
  isoOf(moment: Date): string
}

type DayOf = Pick<Days, "dayOf">

/** Returns the last day of a period that ends at this time. */
export function lastDayOf(endsAt: Date, { dayOf }: DayOf): Day {
  return dayOf(new Date(endsAt.getTime() - 1))
}

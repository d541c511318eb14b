import { LRUCache } from "lru-cache"
import { Temporal } from "temporal-polyfill"
import { MINUTE } from "~/domain/durations"
import type { Day, Days } from "./days"
import { atOffset, isoOffset, minutesAt, type Offset } from "./offsets"

export const DEFAULT_ZONE = "UTC"

const known = new LRUCache<string, Days>({ max: 50 })

/** @throws RangeError for a time zone unknown to this runtime */
export function daysIn(zone: string): Days {
  const days = known.get(zone) ?? openDays(zone)
  known.set(zone, days)
  return days
}

/** The number of years of offset changes to look up once */
const FIRST_YEAR = 2010
const YEARS_AHEAD = 10

function openDays(zone: string): Days {
  const begin = Temporal.PlainDate.from(`${FIRST_YEAR}-01-01`).toZonedDateTime(zone)
  const end = begin.add({ years: Temporal.Now.plainDateISO(zone).year + YEARS_AHEAD - FIRST_YEAR })
  const offsets: Offset[] = [toOffset(begin)]
  for (let at = begin.getTimeZoneTransition("next"); at && at.epochMilliseconds < end.epochMilliseconds; ) {
    offsets.push(toOffset(at))
    at = at.getTimeZoneTransition("next")
  }
  const [first, last] = [begin.epochMilliseconds, end.epochMilliseconds]
  const offsetOf = (moment: Date) => {
    const time = moment.getTime()
    return time >= first && time < last ? minutesAt(offsets, time) : toOffset(zoned(moment, zone)).minutes
  }
  const startOf = (day: Day) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
  return {
    zone,
    offsets,
    dayOf: (moment) => atOffset(moment, offsetOf(moment)).slice(0, 10),
    startOf,
    endOf: (day) => startOf(Temporal.PlainDate.from(day).add({ days: 1 }).toString()),
    isoOf(moment) {
      const minutes = offsetOf(moment)
      return `${atOffset(moment, minutes)}${isoOffset(minutes)}`
    },
  }
}

const zoned = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)

function toOffset({ epochMilliseconds, offsetNanoseconds }: Temporal.ZonedDateTime): Offset {
  return { from: epochMilliseconds, minutes: Math.round(offsetNanoseconds / 1e6 / MINUTE) }
}

export interface ZoneChange {
  from: string
  to: string
}

/**
 * Returns the moment at which clocks of another zone show the same day and time; the start of a day stays the start of
 * a day.
 */
export function moveToZone(moment: Date, { from, to }: ZoneChange): Date {
  const local = zoned(moment, from)
  const isBeginning = local.startOfDay().epochMilliseconds === local.epochMilliseconds
  const moved = isBeginning ? local.toPlainDate().toZonedDateTime(to) : local.toPlainDateTime().toZonedDateTime(to)
  return new Date(moved.epochMilliseconds)
}

/** Returns whether this runtime has an IANA time zone of the name, in any case. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]*$/i.test(name)) return false
  try {
    daysIn(name)
    return true
  } catch {
    return false
  }
}

export function listTimeZones(): string[] {
  return [DEFAULT_ZONE, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT_ZONE)]
}

import { DAY, HOUR, MINUTE } from "~/domain/durations"
import { pluralize } from "~/domain/text/pluralize"

/** Milliseconds of skew from which a clock is reported */
const REPORTED = 2_000
/** Milliseconds of skew beyond which a process does no background work */
const STOPPED = 30_000

export const isWrong = (skew: number) => Math.abs(skew) > REPORTED
export const stopsWork = (skew: number) => Math.abs(skew) > STOPPED

const UNITS = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
] as const

/** Returns "2 minutes ahead of the database’s"; a unit is used from two of it on. */
export function describeSkew(skew: number): string {
  const [size, unit] = UNITS.find(([size]) => Math.abs(skew) >= 2 * size) ?? [1_000, "second"]
  const direction = skew > 0 ? "ahead of" : "behind"
  return `${pluralize(Math.round(Math.abs(skew) / size), unit)} ${direction} the database’s`
}

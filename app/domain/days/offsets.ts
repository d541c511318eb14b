import { MINUTE } from "~/domain/durations"

/** Since this time, local time has been this many minutes ahead of UTC. */
export interface Offset {
  /** Milliseconds since 1970 */
  from: number
  minutes: number
}

export function minutesAt(offsets: readonly Offset[], moment: number): number {
  return (offsets.findLast(({ from }) => from <= moment) ?? offsets[0])?.minutes ?? 0
}

interface LocalTime {
  /** Such as `2026-12-24` */
  day: string
  /** Such as `15:05` */
  time: string
  /** Such as `UTC+1` or `UTC-3:30` */
  zone: string
}

/** Works without `Intl`, so that browsers show the same as the server. */
export function localTime(moment: Date, offsets: readonly Offset[]): LocalTime {
  const minutes = minutesAt(offsets, moment.getTime())
  const local = atOffset(moment, minutes)
  return { day: local.slice(0, 10), time: local.slice(11, 16), zone: `UTC${shortOffset(minutes)}` }
}

/** Writes local time as in `2026-12-24T15:05:00.000`. */
export function atOffset(moment: Date, minutes: number): string {
  return new Date(moment.getTime() + minutes * MINUTE).toISOString().slice(0, -1)
}

/** An offset as in ISO 8601: `+05:45` */
export function isoOffset(minutes: number): string {
  if (minutes === 0) return "Z"
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`
}

/** Minutes of an offset have two digits, because no offset is 1 to 9 minutes from a full hour. */
function shortOffset(minutes: number): string {
  const hours = Math.trunc(minutes / 60)
  const rest = Math.abs(minutes % 60)
  return minutes ? `${minutes < 0 ? "-" : "+"}${Math.abs(hours)}${rest ? `:${rest}` : ""}` : ""
}

/** A format for pages, as in `60 29579100:120`, with the minute at which each offset begins; the first has none. */
export function offsetsToText(offsets: readonly Offset[], { from, until }: { from: number; until: number }): string {
  const inRange = offsets.filter((offset) => offset.from > from && offset.from < until)
  const later = inRange.map((offset) => `${offset.from / MINUTE}:${offset.minutes}`)
  return [minutesAt(offsets, from), ...later].join(" ")
}

export function offsetsFromText(text: string): Offset[] {
  const [first, ...later] = text.split(" ")
  const rest = later.map((part) => {
    const [from, minutes] = part.split(":").map(Number)
    return { from: (from ?? 0) * MINUTE, minutes: minutes ?? 0 }
  })
  return [{ from: Number.NEGATIVE_INFINITY, minutes: Number(first) }, ...rest]
}

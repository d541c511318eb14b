import { DAY } from "~/domain/durations"
import type { Day } from "./days"

const MONTHS = "January February March April May June July August September October November December".split(" ")
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ")

/** A day has no time zone, so its arithmetic uses UTC, in which every day has 24 hours. */
const momentOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const fromMoment = (moment: number): Day => new Date(moment).toISOString().slice(0, 10)

/** For functions that count days in UTC */
export const toDate = (day: Day) => new Date(momentOf(day))
export const fromDate = (date: Date): Day => fromMoment(date.getTime())

export function addDays(day: Day, days: number): Day {
  return fromMoment(momentOf(day) + days * DAY)
}

/** Returns the same day of another year; 29 February becomes 1 March. */
export function addYears(day: Day, years: number): Day {
  return fromMoment(Date.UTC(yearOf(day) + years, monthOf(day) - 1, dateOf(day)))
}

export function daysBetween(first: Day, last: Day): number {
  return (momentOf(last) - momentOf(first)) / DAY
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(momentOf(day)).getUTCDay()
}

export const yearOf = (day: Day) => Number(day.slice(0, 4))
/** 1 is January. */
const monthOf = (day: Day) => Number(day.slice(5, 7))
const dateOf = (day: Day) => Number(day.slice(8, 10))

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

export const weekdayName = (day: Day) => WEEKDAYS[weekdayOf(day)] ?? ""
export const monthName = (day: Day) => MONTHS[monthOf(day) - 1] ?? ""

/** A text such as `24 December` */
export const dayAndMonth = (day: Day) => `${dateOf(day)} ${monthName(day)}`
/** A text such as `24 December 2026` */
export const longDay = (day: Day) => `${dayAndMonth(day)} ${day.slice(0, 4)}`
/** A text such as `24 Dec 2026` */
export const shortDay = (day: Day) => `${dateOf(day)} ${monthName(day).slice(0, 3)} ${day.slice(0, 4)}`

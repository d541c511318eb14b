import { DAY } from "../../durations"

/** Days are texts such as `2026-12-24`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY).toISOString().slice(0, 10)
}

const nextDay = (day: string) => addDays(day, 1)

export function isWeekend(day: string): boolean {
  return new Date(`${day}T00:00Z`).getUTCDay() % 6 === 0
}

/** Returns the day itself if it is a working day. */
export function workingDayFrom(day: string, isHoliday: (day: string) => boolean): string {
  let working = day
  while (isWeekend(working) || isHoliday(working)) working = nextDay(working)
  return working
}

/** Returns the day after so many working days, or the next working day for 0. */
export function addWorkingDays(day: string, count: number, isHoliday: (day: string) => boolean): string {
  let last = workingDayFrom(day, isHoliday)
  if (count > 0 && last === day) last = workingDayFrom(nextDay(day), isHoliday)
  for (let left = count - 1; left > 0; left--) last = workingDayFrom(nextDay(last), isHoliday)
  return last
}

/** Regulation 1182/71, article 3: the first day does not count, and a period ends on a working day. */
export function endOfPeriod(from: string, days: number, isHoliday: (day: string) => boolean): string {
  return workingDayFrom(addDays(from, days), isHoliday)
}

import { addDays, weekdayOf } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"

const nextDay = (day: Day) => addDays(day, 1)

export function isWeekend(day: Day): boolean {
  return weekdayOf(day) % 6 === 0
}

/** Returns the day itself if it is a working day. */
export function workingDayFrom(day: Day, isHoliday: (day: Day) => boolean): Day {
  let working = day
  while (isWeekend(working) || isHoliday(working)) working = nextDay(working)
  return working
}

/** Returns the day after this many working days, or the next working day for 0. */
export function addWorkingDays(day: Day, count: number, isHoliday: (day: Day) => boolean): Day {
  let last = workingDayFrom(day, isHoliday)
  if (count > 0 && last === day) last = workingDayFrom(nextDay(day), isHoliday)
  for (let left = count - 1; left > 0; left--) last = workingDayFrom(nextDay(last), isHoliday)
  return last
}

/** Regulation 1182/71, article 3: the first day does not count, and a period ends on a working day. */
export function endOfPeriod(from: Day, days: number, isHoliday: (day: Day) => boolean): Day {
  return workingDayFrom(addDays(from, days), isHoliday)
}

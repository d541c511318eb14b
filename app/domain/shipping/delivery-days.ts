import { monthName, weekdayName } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { addWorkingDays } from "./holidays/working-days"

/** Formats a range of working days after a day such as `2026-11-23` as `Tue 1 to Thu 3 Dec`. */
export function deliveryDates(
  { from, to }: { from: number; to: number },
  today: Day,
  isHoliday: (day: Day) => boolean,
): string {
  const first = addWorkingDays(today, from, isHoliday)
  const last = addWorkingDays(today, to, isHoliday)
  if (first === last) return `${dayOf(first)} ${monthOf(first)}`
  const begin = monthOf(first) === monthOf(last) ? dayOf(first) : `${dayOf(first)} ${monthOf(first)}`
  return `${begin} to ${dayOf(last)} ${monthOf(last)}`
}

const dayOf = (day: Day) => `${weekdayName(day).slice(0, 3)} ${Number(day.slice(8))}`
const monthOf = (day: Day) => monthName(day).slice(0, 3)

import { addWorkingDays } from "./holidays/working-days"

/** Formats working days from a day such as `2026-11-23` on as `Tue 1 to Thu 3 Dec`. */
export function deliveryDates(
  { from, to }: { from: number; to: number },
  today: string,
  isHoliday: (day: string) => boolean,
): string {
  const first = addWorkingDays(today, from, isHoliday)
  const last = addWorkingDays(today, to, isHoliday)
  if (first === last) return `${dayOf(first)} ${monthOf(first)}`
  const begin = monthOf(first) === monthOf(last) ? dayOf(first) : `${dayOf(first)} ${monthOf(first)}`
  return `${begin} to ${dayOf(last)} ${monthOf(last)}`
}

const dayOf = (day: string) => `${weekdays[new Date(`${day}T00:00Z`).getUTCDay()]} ${Number(day.slice(8))}`
const monthOf = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? ""

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

import { DAY } from "~/domain/durations"

/** Formats working days from today on as `Tue 1 to Thu 3 Dec`. */
export function deliveryDates({ from, to }: { from: number; to: number }, now: Date): string {
  const [first, last] = [addWorkingDays(now, from), addWorkingDays(now, to)]
  if (first.getTime() === last.getTime()) return `${dayOf(first)} ${monthOf(first)}`
  const begin = monthOf(first) === monthOf(last) ? dayOf(first) : `${dayOf(first)} ${monthOf(first)}`
  return `${begin} to ${dayOf(last)} ${monthOf(last)}`
}

function addWorkingDays(now: Date, days: number): Date {
  let day = now
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + DAY)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left--
  }
  return day
}

const dayOf = (date: Date) => `${weekdays[date.getUTCDay()]} ${date.getUTCDate()}`
const monthOf = (date: Date) => months[date.getUTCMonth()] ?? ""

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

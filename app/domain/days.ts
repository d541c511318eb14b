import { DAY } from "./durations"

/** Such as `2026-12-24`, in UTC */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The last day of what ends at this moment */
export function lastDayOf(endsAt: Date): Date {
  return new Date(endsAt.getTime() - 1)
}

export function startOfDay(day: string | null): Date | null {
  return day === null ? null : new Date(`${day}T00:00:00Z`)
}

export function endOfDay(day: string | null): Date | null {
  return day === null ? null : new Date(Date.parse(`${day}T00:00:00Z`) + DAY)
}

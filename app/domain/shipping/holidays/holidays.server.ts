import { createRequire } from "node:module"
import type Holidays from "date-holidays"
import { LRUCache } from "lru-cache"
import { addDays } from "~/domain/days/calendar"
import { holidayCorrections } from "./holiday-corrections"
import { holidayRegion } from "./holiday-regions"
import { isWeekend, workingDayFrom } from "./working-days"

/** ISO codes; an empty country has no holidays. */
export interface HolidayPlace {
  country: string
  state: string
}

/** Calendars of one place and year; each has about twelve days. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 2_000 })

let library: typeof Holidays | undefined

/** Loads the library on demand, because that takes a tenth of a second and 25 MB. */
function loadLibrary(): typeof Holidays {
  library ??= createRequire(import.meta.url)("date-holidays") as typeof Holidays
  return library
}

/** Returns whether a day such as `2026-12-25` is a public holiday; places unknown to the library have none. */
export function isHoliday(place: HolidayPlace, day: string): boolean {
  if (place.country === "") return false
  const { region, corrected } = calendarOf(place)
  const year = day.slice(0, 4)
  const key = [...region, ...corrected, year].join()
  const found = known.get(key) ?? computeHolidays(region, corrected, Number(year))
  known.set(key, found)
  return found.has(day)
}

interface Calendar {
  /** A country of the library, with its state and region */
  region: readonly string[]
  /** Keys of the corrections */
  corrected: readonly string[]
}

/** Leaves out a state without its own holidays, so that all such states of a country share a calendar. */
function calendarOf({ country, state }: HolidayPlace): Calendar {
  const [of, part, ...rest] = holidayRegion(country, state)
  const isListed = part && Object.hasOwn(statesOf(of), part)
  const corrected = [of, `${country}-${state}`].filter((key) => Object.hasOwn(holidayCorrections, key))
  return { region: isListed ? [of, part, ...rest.flatMap((one) => one ?? [])] : [of], corrected }
}

const states = new Map<string, Record<string, string>>()

function statesOf(country: string): Record<string, string> {
  const found = states.get(country) ?? new (loadLibrary())().getStates(country) ?? {}
  states.set(country, found)
  return found
}

function computeHolidays(region: readonly string[], corrected: readonly string[], year: number): ReadonlySet<string> {
  // The library's days begin at midnight in this time zone.
  const options = { types: ["public" as const], timezone: "UTC" }
  const calendar = new (loadLibrary())(...([...region, options] as [string, typeof options]))
  const corrections = corrected.flatMap((key) => holidayCorrections[key] ?? [])
  for (const { add = [], remove = [] } of corrections) {
    for (const rule of remove) calendar.unsetRule(rule)
    for (const rule of add) calendar.setHoliday(rule, { name: { en: rule }, type: "public" })
  }
  // The last holidays of a year may reach into the next one.
  const days = new Set([year - 1, year].flatMap((one) => calendar.getHolidays(one) ?? []).flatMap(daysOf))
  for (const fixed of corrections.flatMap(({ moved = [] }) => moved)) {
    for (const day of [`${year - 1}-${fixed}`, `${year}-${fixed}`]) {
      if (days.has(day) && isWeekend(day)) days.add(workingDayFrom(day, (one) => days.has(one)))
    }
  }
  return new Set([...days].filter((day) => day.startsWith(`${year}-`)))
}

/** Returns the days whose working hours are a holiday, because some last several days, or half of one. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  const days: string[] = []
  for (let day = date.slice(0, 10); Date.parse(`${day}T10:00Z`) < end.getTime(); day = addDays(day, 1)) {
    if (Date.parse(`${day}T10:00Z`) >= start.getTime()) days.push(day)
  }
  return days
}

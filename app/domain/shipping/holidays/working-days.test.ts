import { expect, test } from "vitest"
import { isHoliday } from "./holidays.server"
import { addWorkingDays, endOfPeriod } from "./working-days"

/** The countries' own lists of holidays; Regulation 1182/71, article 3 (4) */
test.each([
  ["DE", "HH", "2026-12-11", "2026-12-28", "25 and 26 December, and a Sunday"],
  ["DE", "HH", "2027-03-12", "2027-03-30", "Good Friday, and Easter Monday after it"],
  ["AT", "9", "2026-11-24", "2026-12-09", "the Immaculate Conception"],
  ["DE", "HH", "2026-11-24", "2026-12-08", "which is no holiday in Germany"],
  ["FR", "75C", "2027-06-30", "2027-07-15", "Bastille Day"],
  ["PL", "14", "2026-12-10", "2026-12-28", "Christmas Eve, a holiday in Poland since 2025"],
  ["IE", "D", "2027-01-18", "2027-02-02", "St Brigid's Day"],
  ["SE", "AB", "2026-12-10", "2026-12-28", "Christmas Eve"],
  ["BG", "22", "2026-12-14", "2026-12-29", "26 December, which is moved to the Monday"],
  ["CY", "01", "2027-06-07", "2027-06-22", "Kataklysmos"],
  ["DE", "BY", "2026-12-23", "2027-01-07", "Epiphany in Bavaria"],
  ["DE", "NI", "2026-12-23", "2027-01-06", "which is no holiday in Lower Saxony"],
  ["RO", "B", "2026-12-18", "2027-01-04", "the first two days of the year, and a Sunday"],
])("fourteen days after a delivery to %s-%s on %s end on %s: %s", (country, state, from, last) => {
  expect(endOfPeriod(from, 14, (day) => isHoliday({ country, state }, day))).toBe(last)
})

test("working days are counted from the next one; zero is today, or the next working day", () => {
  const isFree = (day: string) => day === "2026-12-25"
  expect([0, 1, 2].map((days) => addWorkingDays("2026-12-24", days, isFree))).toEqual([
    "2026-12-24",
    "2026-12-28",
    "2026-12-29",
  ])
  expect([0, 1, 2].map((days) => addWorkingDays("2026-12-25", days, isFree))).toEqual([
    "2026-12-28",
    "2026-12-28",
    "2026-12-29",
  ])
})

import { describe, expect, test } from "vitest"
import { addDays } from "~/domain/days/calendar"
import { listCountries, statesOf } from "../countries.server"
import { holidayCorrections } from "./holiday-corrections"
import { holidayRegion } from "./holiday-regions"
import { isHoliday } from "./holidays.server"
import { isWeekend } from "./working-days"

/**
 * Holidays of 2027 from Monday to Friday, from Python's `holidays` 0.105, which cites each country's law; the
 * Netherlands and Sweden include the days that their laws on periods add, Great Britain England's Easter Monday.
 */
const published = {
  AT: "01-01 01-06 03-29 05-06 05-17 05-27 10-26 11-01 12-08",
  BE: "01-01 03-29 05-06 05-17 07-21 11-01 11-11",
  BG: "01-01 03-03 04-30 05-03 05-04 05-06 05-24 09-06 09-22 12-24 12-27 12-28",
  CY: "01-01 01-06 03-15 03-25 04-01 04-30 05-03 06-21 10-01 10-28",
  CZ: "01-01 03-26 03-29 07-05 07-06 09-28 10-28 11-17 12-24",
  DE: "01-01 03-26 03-29 05-06 05-17",
  DK: "01-01 03-25 03-26 03-29 05-06 05-17",
  EE: "01-01 02-24 03-26 06-23 06-24 08-20 12-24",
  ES: "01-01 01-06 03-26 10-12 11-01 12-06 12-08",
  FI: "01-01 01-06 03-26 03-29 05-06 06-25 12-06 12-24",
  FR: "01-01 03-29 05-06 05-17 07-14 11-01 11-11",
  GR: "01-01 01-06 03-15 03-25 04-30 05-03 06-21 10-28",
  HR: "01-01 01-06 03-29 05-27 06-22 08-05 11-01 11-18",
  HU: "01-01 03-15 03-26 03-29 05-17 08-20 11-01",
  IE: "01-01 02-01 03-17 03-29 05-03 06-07 08-02 10-25",
  IT: "01-01 01-06 03-29 06-02 10-04 11-01 12-08",
  LT: "01-01 02-16 03-11 03-29 06-24 07-06 11-01 11-02 12-24",
  LU: "01-01 03-29 05-06 05-17 06-23 11-01",
  LV: "01-01 03-26 03-29 05-04 06-23 06-24 11-18 12-24 12-31",
  MT: "01-01 02-10 03-19 03-26 03-31 06-07 06-29 09-08 09-21 12-08 12-13",
  NL: "01-01 03-26 03-29 04-27 05-05 05-06 05-17",
  PL: "01-01 01-06 03-29 05-03 05-27 11-01 11-11 12-24",
  PT: "01-01 03-26 05-27 06-10 10-05 11-01 12-01 12-08",
  RO: "01-01 01-06 01-07 04-30 05-03 06-01 06-21 11-30 12-01",
  SE: "01-01 01-06 03-26 03-29 05-06 06-25 12-24 12-31",
  SI: "01-01 02-08 03-29 04-27 06-25 11-01",
  SK: "01-01 01-06 03-26 03-29 07-05 09-15 11-01 12-24",
  NO: "01-01 03-25 03-26 03-29 05-06 05-17",
  GB: "01-01 03-26 03-29 05-03 05-31 12-27 12-28",
  US: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
  CA: "01-01 03-26 07-01 09-06 12-27",
  JP: "01-01 01-11 02-11 02-23 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23",
  NZ: "01-01 01-04 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28",
  BR: "01-01 03-26 04-21 09-07 10-12 11-02 11-15",
  MX: "01-01 02-01 03-15 09-16 11-15",
}

function weekdaysOf(country: string, year: number): string {
  const days: string[] = []
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    if (!isWeekend(day) && isHoliday({ country, state: "" }, day)) days.push(day.slice(5))
  }
  return days.join(" ")
}

test("the holidays of every EU country, and of others, match the official lists", () => {
  const found = Object.keys(published).map((country) => [country, weekdaysOf(country, 2027)])
  expect(Object.fromEntries(found)).toEqual(published)
})

describe("a region has its own holidays", () => {
  test.each([
    ["DE", "BY", "2027-01-06", "Epiphany in Bavaria"],
    ["DE", "BE", "2027-03-08", "Women's Day in Berlin"],
    ["DE", "TH", "2027-09-20", "Children's Day in Thuringia"],
    ["DE", "SN", "2026-11-18", "Repentance Day in Saxony"],
    ["DE", "BY", "2028-08-15", "Assumption in most of Bavaria"],
    ["ES", "CT", "2028-09-11", "Catalonia"],
    ["ES", "MD", "2028-05-02", "Madrid"],
    ["ES", "SA", "2027-04-23", "Salamanca, in Castile and León"],
    ["ES", "PM", "2027-03-01", "the Balearic Islands"],
    ["ES", "MC", "2027-06-09", "Murcia"],
    ["ES", "VC", "2028-10-09", "Valencia"],
    ["CH", "ZH", "2028-05-01", "Labour Day in Zürich"],
    ["CH", "TI", "2027-01-06", "Epiphany in Ticino"],
    ["CH", "LU", "2027-03-29", "Easter Monday in Lucerne"],
    ["GB", "GLG", "2026-11-30", "St Andrew's Day in Glasgow"],
    ["GB", "EDH", "2026-08-03", "the summer bank holiday in Edinburgh"],
    ["GB", "BFS", "2027-07-12", "Orangemen's Day in Belfast"],
    ["GB", "NIR", "2027-03-17", "St Patrick's Day in Northern Ireland"],
    ["FR", "67", "2027-03-26", "Good Friday in Alsace"],
    ["FR", "6AE", "2028-12-26", "the second day of Christmas in Alsace"],
    ["FR", "974", "2027-12-20", "Réunion"],
    ["RE", "", "2027-12-20", "Réunion"],
    ["IT", "BZ", "2027-05-17", "Whit Monday in South Tyrol"],
    ["PT", "20", "2027-05-17", "the Azores"],
    ["PT", "30", "2027-07-01", "Madeira"],
    ["CA", "QC", "2027-06-24", "Quebec"],
    ["CA", "BC", "2027-09-30", "Truth and Reconciliation in British Columbia"],
    ["CA", "ON", "2026-12-28", "Boxing Day, moved, in Ontario"],
    ["US", "MA", "2027-04-19", "Patriots' Day in Massachusetts"],
    ["US", "PR", "2027-01-06", "Epiphany in Puerto Rico"],
    ["AU", "VIC", "2026-11-03", "the Melbourne Cup in Victoria"],
    ["NZ", "AUK", "2027-02-01", "Auckland"],
  ])("%s %s on %s: %s", (country, state, day) => {
    expect(isHoliday({ country, state }, day)).toBe(true)
  })

  test.each([
    ["DE", "BE", "2027-01-06"],
    ["DE", "SN", "2028-08-15"],
    ["GB", "ENG", "2026-11-30"],
    ["GB", "GLG", "2027-03-29"],
    ["ES", "CT", "2028-05-02"],
    ["FR", "75C", "2027-03-26"],
    ["IT", "TN", "2027-05-17"],
    ["PT", "11", "2027-05-17"],
    ["US", "NY", "2027-04-19"],
  ])("%s %s is open on %s", (country, state, day) => {
    expect(isHoliday({ country, state }, day)).toBe(false)
  })
})

test("a day that a country only observes, or celebrates in the afternoon, is not a holiday", () => {
  expect(isHoliday({ country: "DE", state: "" }, "2027-02-08")).toBe(false)
  expect(isHoliday({ country: "CN", state: "" }, "2027-05-04")).toBe(false)
})

test("a holiday may last several days, also across New Year", () => {
  const korea = ["2027-02-05", "2027-02-08", "2027-02-09"].map((day) => isHoliday({ country: "KR", state: "" }, day))
  expect(korea).toEqual([false, true, true])
  expect(isHoliday({ country: "SZ", state: "" }, "2027-01-01")).toBe(true)
})

test("an unknown place has weekends only, and an address is not required", () => {
  for (const { code } of listCountries()) {
    const [state] = statesOf(code)
    expect(isHoliday({ country: code, state: state?.code ?? "" }, "2027-07-07")).toBeTypeOf("boolean")
  }
  expect(isHoliday({ country: "", state: "" }, "2027-01-01")).toBe(false)
  expect(isHoliday({ country: "AQ", state: "" }, "2027-01-01")).toBe(false)
  expect(isHoliday({ country: "DE", state: "constructor" }, "2027-12-27")).toBe(false)
  expect(isHoliday({ country: "Narnia", state: "__proto__" }, "2027-12-27")).toBe(false)
})

test("every mapped or corrected state is in the shop's list", () => {
  const corrected = Object.keys(holidayCorrections).flatMap((key) => {
    const [country = "", state] = key.split("-")
    return state && !statesOf(country).some(({ code }) => code === state) ? [key] : []
  })
  expect(corrected).toEqual([])
  const scots = statesOf("GB").filter(({ code }) => holidayRegion("GB", code)[1] === "SCT")
  // 32 council areas, and Scotland itself
  expect(scots).toHaveLength(33)
  // The present 11 districts, the former 26 of which Belfast kept its code, and Northern Ireland itself
  const northern = statesOf("GB").filter(({ code }) => holidayRegion("GB", code)[1] === "NIR")
  expect(northern).toHaveLength(37)
})

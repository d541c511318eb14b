import { expect, test } from "vitest"
import { HOUR } from "~/domain/durations"
import { addDays, addYears, longDay, shortDay, weekdayName } from "./calendar"
import { lastDayOf } from "./days"
import { daysIn, isTimeZone, listTimeZones, moveToZone } from "./days-in.server"
import { localTime, offsetsFromText, offsetsToText } from "./offsets"

/** Changes of the clock from the IANA time zone database */
test.each([
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
  ["Europe/Berlin", "2026-12-31", "2026-12-30T23:00:00.000Z", 24],
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  ["Asia/Kathmandu", "2027-01-01", "2026-12-31T18:15:00.000Z", 24],
  ["Pacific/Kiritimati", "2027-01-01", "2026-12-31T10:00:00.000Z", 24],
  ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00.000Z", 23.5],
  // Midnight comes twice.
  ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  // The clock goes from 00:00 to 01:00.
  ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
  // Samoa crossed the date line, without 30 December.
  ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", 24],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
  ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z", 24],
])("in %s the day %s begins at %s and has %s hours", (zone, day, start, hours) => {
  const days = daysIn(zone)
  const [from, to] = [days.startOf(day), days.endOf(day)]
  expect([from.toISOString(), (to.getTime() - from.getTime()) / HOUR]).toEqual([start, hours])
  if (hours === 0) return
  expect([days.dayOf(from), lastDayOf(to, days), days.dayOf(to)]).toEqual([day, day, addDays(day, 1)].map(skip30(zone)))
  expect(days.dayOf(new Date(from.getTime() - 1))).toBe(addDays(day, -1))
})

const skip30 = (zone: string) => (day: string) => (zone === "Pacific/Apia" && day === "2011-12-30" ? "2011-12-31" : day)

test("a time belongs to its day in the time zone, at the ends of a year and in distant years", () => {
  const moment = new Date("2026-12-31T23:30:00Z")
  const dayIn = (zone: string) => daysIn(zone).dayOf(moment)
  expect(["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"].map(dayIn)).toEqual([
    ...["2026-12-31", "2027-01-01", "2026-12-31", "2027-01-01"],
  ])
  expect(daysIn("Pacific/Honolulu").dayOf(new Date("2027-01-01T09:59:59Z"))).toBe("2026-12-31")
  const berlin = daysIn("Europe/Berlin")
  expect(["2999-12-31", "2000-01-01"].map((day) => berlin.dayOf(berlin.startOf(day)))).toEqual([
    ...["2999-12-31", "2000-01-01"],
  ])
})

test("a time is written with the zone's offset", () => {
  const moment = new Date("2026-07-01T12:00:00.000Z")
  expect(
    ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"].map((zone) => daysIn(zone).isoOf(moment)),
  ).toEqual([
    "2026-07-01T12:00:00.000Z",
    "2026-07-01T14:00:00.000+02:00",
    "2026-07-01T09:30:00.000-02:30",
    "2026-07-01T17:45:00.000+05:45",
  ])
})

test("a page shows the same as Intl, without it", () => {
  for (const zone of [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
  ]) {
    const range = { from: Date.UTC(2020, 0, 1), until: Date.UTC(2030, 0, 1) }
    const offsets = offsetsFromText(offsetsToText(daysIn(zone).offsets, range))
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
    const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" })
    for (let at = range.from; at < range.until; at += 31.7 * HOUR) {
      const { day, time, zone: label } = localTime(new Date(at), offsets)
      expect(`${day} ${time}`).toBe(format.format(at))
      const offset = name.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
      expect(label).toBe(offset.replace("GMT", "UTC").replace(/\+0$/, ""))
    }
  }
})

test("a day stays the same day in another zone, and a time of day the same time", () => {
  const move = (moment: string, from: string, to: string) => moveToZone(new Date(moment), { from, to }).toISOString()
  expect(move("2026-12-25T00:00:00Z", "UTC", "Europe/Berlin")).toBe("2026-12-24T23:00:00.000Z")
  expect(move("2026-12-24T23:00:00Z", "Europe/Berlin", "America/New_York")).toBe("2026-12-25T05:00:00.000Z")
  expect(move("2026-11-01T00:00:00Z", "UTC", "America/Havana")).toBe("2026-11-01T04:00:00.000Z")
  expect(move("2026-11-01T04:00:00Z", "America/Havana", "UTC")).toBe("2026-11-01T00:00:00.000Z")
  expect(move("2026-12-24T15:30:00Z", "UTC", "Asia/Kathmandu")).toBe("2026-12-24T09:45:00.000Z")
})

test("zone names are from the IANA database, not offsets", () => {
  expect(
    ["UTC", "Europe/Kyiv", "Asia/Kolkata", "Asia/Calcutta", "europe/berlin", "US/Eastern"].map(isTimeZone),
  ).not.toContain(false)
  expect(["", "Berlin", "+01:00", "CEST", "Europe/Berlin ", "Europe/../etc"].map(isTimeZone)).not.toContain(true)
  expect(listTimeZones()).toEqual(expect.arrayContaining(["UTC", "Europe/Berlin", "America/New_York"]))
})

test("days can be counted and written without a zone", () => {
  expect([addDays("2026-12-31", 1), addDays("2026-03-01", -1), addYears("2028-02-29", -1)]).toEqual([
    ...["2027-01-01", "2026-02-28", "2027-03-01"],
  ])
  expect([longDay("2026-12-24"), shortDay("2026-09-04"), weekdayName("2026-12-24")]).toEqual([
    ...["24 December 2026", "4 Sep 2026", "Thursday"],
  ])
})

import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { daysIn } from "~/domain/days/days-in.server"
import { csvCell, Decimal, unescapeFormula } from "./csv-cell"

const utc = daysIn("UTC")

test("text that a spreadsheet would run is escaped, and is read back unchanged", () => {
  const starts = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\r\n"]
  for (const start of [...starts, ...starts.map((sign) => `'${sign}`)]) {
    const text = `${start}HYPERLINK("https://evil.example")`
    expect(csvCell(text, utc)).toBe(`'${text}`)
    expect(unescapeFormula(csvCell(text, utc))).toBe(text)
  }
  for (const text of ["", "it's", "'tis", "a=b", "Ärger", "１"]) expect(csvCell(text, utc)).toBe(text)
})

test("numbers, times and objects are not escaped", () => {
  const time = new Date("2026-03-01T00:00:00Z")
  expect(csvCell(new Decimal("-10.00"), utc)).toBe("-10.00")
  expect([-2, time, { a: "=1" }, null].map((value) => csvCell(value, utc))).toEqual([
    "-2",
    "2026-03-01T00:00:00.000Z",
    '{"a":"=1"}',
    "",
  ])
})

test("times have the offset of the time zone, also on days of 23 and 25 hours", () => {
  const cells = (zone: string, ...times: string[]) => times.map((time) => csvCell(new Date(time), daysIn(zone)))
  // RFC 3339, section 5.6
  expect(cells("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z", "2026-12-31T23:30:00Z")).toEqual([
    "2026-03-29T01:59:59.000+01:00",
    "2026-03-29T03:00:00.000+02:00",
    "2027-01-01T00:30:00.000+01:00",
  ])
  expect(cells("America/New_York", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z")).toEqual([
    "2026-11-01T01:30:00.000-04:00",
    "2026-11-01T01:30:00.000-05:00",
  ])
})

test("every file that writes CSV uses these cells", () => {
  const app = resolve(import.meta.dirname, "../..")
  const writers = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && /["']csv-stringify/.test(readFileSync(join(app, file), "utf8")),
  )
  expect(writers.length).toBeGreaterThan(0)
  for (const file of writers) expect(readFileSync(join(app, file), "utf8"), file).toMatch(/\bcsvCell\(/)
})

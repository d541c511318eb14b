import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { csvCell, Decimal, unescapeFormula } from "./csv-cell"

test("text that a spreadsheet would run is text, and is read back as it was", () => {
  const starts = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\r\n"]
  for (const start of [...starts, ...starts.map((sign) => `'${sign}`)]) {
    const text = `${start}HYPERLINK("https://evil.example")`
    expect(csvCell(text)).toBe(`'${text}`)
    expect(unescapeFormula(csvCell(text))).toBe(text)
  }
  for (const text of ["", "it's", "'tis", "a=b", "Ärger", "１"]) expect(csvCell(text)).toBe(text)
})

test("numbers, times and objects are what they are", () => {
  const time = new Date("2026-03-01T00:00:00Z")
  expect(csvCell(new Decimal("-10.00"))).toBe("-10.00")
  expect([-2, time, { a: "=1" }, null].map(csvCell)).toEqual(["-2", "2026-03-01T00:00:00.000Z", '{"a":"=1"}', ""])
})

test("every file that writes CSV has its cells from here", () => {
  const app = resolve(import.meta.dirname, "../..")
  const writers = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && /["']csv-stringify/.test(readFileSync(join(app, file), "utf8")),
  )
  expect(writers.length).toBeGreaterThan(0)
  for (const file of writers) expect(readFileSync(join(app, file), "utf8"), file).toMatch(/\bcsvCell\(/)
})

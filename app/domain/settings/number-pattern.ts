import { yearOf } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"

/** `{number}` ends a pattern and does not follow a digit, so that two series never share a number. */
const PATTERN = /^(?:[\p{L}\d /._-]{0,20}(?:\{year\}[\p{L}\d /._-]{0,10})?[\p{L} /._-])?\{number\}$/u

/** The time for which most laws of the European Union and the United States require invoices to be kept */
export const DEFAULT_RETENTION_YEARS = 10

export const DEFAULT_CREDIT_NOTES = "CN-{number}"

export function isNumberPattern(pattern: string): boolean {
  return pattern.length <= 60 && PATTERN.test(pattern)
}

/** Returns the text before the number on a day. */
export function seriesOf(pattern: string, day: Day): string {
  return pattern.replace("{number}", "").replace("{year}", String(yearOf(day)))
}

import type { Days } from "~/domain/days/days"

/**
 * Spreadsheets run text that begins with these characters, with full-width signs as well (OWASP, "CSV Injection"); a
 * quote prevents it.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/

/** Formats a number with its decimals; a negative one is no formula. */
export class Decimal {
  constructor(readonly text: string) {}
}

export type CsvValue = string | number | Date | object | null | undefined

/** Writes a moment with the offset of the zone. */
export function csvCell(value: CsvValue, { isoOf }: Pick<Days, "isoOf">): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return String(value)
  if (value instanceof Date) return isoOf(value)
  if (value instanceof Decimal) return value.text
  const text = typeof value === "object" ? JSON.stringify(value) : value
  return FORMULA.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

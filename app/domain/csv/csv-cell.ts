/**
 * A spreadsheet takes what begins like this for a formula and would run it; a quote before it makes it text again. The
 * signs are OWASP's ("CSV Injection"): their full-width forms are the same to some of them.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/

export type CsvValue = string | number | Date | object | null | undefined

/** A cell that no spreadsheet runs: text is guarded, times are UTC, objects are JSON, nothing is empty. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === "object" ? JSON.stringify(value) : value
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text of which `csvCell` made the cell. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** Spreadsheets run text that begins so, with full-width signs as well (OWASP, "CSV Injection"); a quote prevents it. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/

export type CsvValue = string | number | Date | object | null | undefined

export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === "object" ? JSON.stringify(value) : value
  return FORMULA.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

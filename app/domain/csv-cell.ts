/** A spreadsheet takes what begins like this for a formula and would run it; a quote before it makes it text again. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A cell that no spreadsheet runs. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** What `escapeFormula` was given. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

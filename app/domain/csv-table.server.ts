import { escapeFormula } from "./csv-cell"

/** So many rows are read and written at once; other requests get their turn in between. */
const BATCH = 1_000

/** The columns of a table by their headings; null is an empty cell. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | Date | null>

/**
 * A table as CSV, in pieces and in the order of the ids, of which all but one batch stay in the database. What a spreadsheet
 * would take for a formula becomes text; times are UTC.
 */
export async function* csvTable<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<string> {
  const { stringify } = await import("csv-stringify/sync")
  yield stringify([Object.keys(columns)], { bom: true, quoted_string: true })
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const found = new Map((await read(some)).map((row) => [row.id, row]))
    const rows = some.flatMap((id) => found.get(id) ?? [])
    const cells = rows.map((row) => Object.values(columns).map((cell) => escapeFormula(toText(cell(row)))))
    yield stringify(cells, { quoted_string: true })
  }
}

function toText(value: string | number | Date | null): string {
  return value instanceof Date ? value.toISOString() : String(value ?? "")
}

import { sql } from "kysely"
import type { Staff } from "../accounts/actor"
import type { CsvValue } from "../csv/csv-cell"
import { type CsvColumns, csvTable } from "../csv/csv-table.server"
import type { Shop } from "../shop"
import { type ExportTable, exportTables, selectColumns } from "./export-tables"

type Row = Record<string, CsvValue>

/** Returns the rows with these ids, in their order, as CSV in pieces. */
export function exportRows(
  shop: Shop,
  _staff: Staff<"customers.export">,
  name: keyof typeof exportTables,
  ids: readonly string[],
): AsyncGenerator<string> {
  const table = exportTables[name]
  return csvTable(exportColumns(table), ids, async (some) => {
    const rows = sql<Row & { id: string }>`select id::text, ${sql.raw(selectColumns(table))} from ${sql.raw(table.from)}
      where id = any(${some})`
    return (await rows.execute(shop.db)).rows
  })
}

export function exportColumns({ columns }: ExportTable): CsvColumns<Row> {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, (row) => row[name]]))
}

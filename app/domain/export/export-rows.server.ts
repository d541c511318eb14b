import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { type CsvValue, Decimal } from "~/domain/csv/csv-cell"
import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { isDecimal } from "./decimal"
import { type ExportTable, exportTables, selectColumns } from "./export-tables"

type Row = Record<string, CsvValue>

/** Returns the rows with these ids, in order, as CSV in chunks. */
export function exportRows(
  shop: Shop,
  staff: Staff<"customers.export">,
  name: keyof typeof exportTables,
  ids: readonly string[],
): AsyncGenerator<string> {
  requireProof(shop, staff, "people.export")
  const table = exportTables[name]
  const read = async (some: readonly string[]) => {
    const rows = sql<Row & { id: string }>`select id::text, ${sql.raw(selectColumns(table))} from ${sql.raw(table.from)}
      where id = any(${some})`
    return (await rows.execute(shop.db)).rows
  }
  return csvTable(exportColumns(table), ids, read, daysOf(shop))
}

export function exportColumns({ columns }: ExportTable): CsvColumns<Row> {
  const cell = (name: string, sql: string) => (row: Row) => {
    const value = row[name]
    return isDecimal(sql) && typeof value === "string" ? new Decimal(value) : value
  }
  return Object.fromEntries(Object.entries(columns).map(([name, [sql]]) => [name, cell(name, sql)]))
}

interface ListExport {
  list: keyof typeof exportTables
  rows: number
  filter: object
}

/** Records in the audit log who exports personal data. */
export async function noteExport(
  shop: Shop,
  staff: Staff<"customers.export">,
  { list, rows, filter }: ListExport,
): Promise<void> {
  requireProof(shop, staff, "people.export")
  const event = { actor: staff, list, rows, filter: describeFilter(filter) }
  await shop.transaction((tx) => emit(tx, "staff.list-exported", event))
}

export async function noteWholeExport(shop: Pick<Shop, "transaction">, list = "everything"): Promise<void> {
  await shop.transaction((tx) => emit(tx, "shop.exported", { list }))
}

const unnamedFilters = { search: "a search", origin: "an address or session" }

/** Leaves out the search term: it may be the name or address of a person who is erased later. */
function describeFilter(filter: object): string {
  const chosen = Object.entries(filter).filter(([name, value]) => name !== "page" && value)
  return chosen
    .map(([name, value]) => unnamedFilters[name as keyof typeof unnamedFilters] ?? `${name} ${value}`)
    .join(", ")
}

import { type FileSource, openCsv, separatorNames } from "~/domain/csv/csv-file.server"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import type { CustomerRow } from "./customer-import"
import { type CustomerCells, recognizeCustomers } from "./customer-sheet"
import type { ReadCustomer } from "./imported-customer"
import { findAccounts, previewCustomer } from "./preview-customer.server"
import { readCustomer } from "./read-customer.server"

/** The number of rows previewed and written together */
const SLICE = 500

/** Previews all rows of a file and writes them to its import. @throws ShopError `invalid` for field `file` */
export async function readCustomers(
  tx: Tx,
  importId: string,
  source: FileSource,
  onProgress?: (rows: number) => Promise<void>,
): Promise<void> {
  const file = await openCsv(source)
  const sheet = recognizeCustomers(file.headings)
  if (!sheet) throw invalid(unknownFile(file.headings), "file")
  const { keys } = sheet
  const lines = new Map<string, number>()
  let count = 0
  let slice: ReadCustomer[] = []
  const write = async () => {
    const accounts = await findAccounts(tx, sheet.source, slice)
    const rows = slice.map((row) => previewCustomer(refuseSecond(row, lines), accounts))
    await insertRows(tx, importId, rows)
    count += rows.length
    slice = []
    await onProgress?.(count)
  }
  for await (const { line, cells, problem } of file.rows((place) => keys[place] != null)) {
    const row = readCustomer({ line, cells: cellsOf(cells, keys) }, tx.settings.current.pricing, sheet)
    slice.push(problem === undefined ? row : { line, email: row.email, name: row.name, problem })
    if (slice.length === SLICE) await write()
  }
  if (slice.length > 0) await write()
  if (count === 0) throw invalid("There are no rows below the heading", "file")
  await tx.db
    .updateTable("customer_imports")
    .set({
      status: "checked",
      source: sheet.source,
      mapping: JSON.stringify(sheet.mapping),
      encoding: file.encoding,
      separator: separatorNames[file.separator],
      rows_read: count,
    })
    .where("id", "=", importId)
    .execute()
}

function cellsOf(cells: readonly string[], keys: readonly (keyof CustomerCells | null)[]): CustomerCells {
  const filled = keys.flatMap((key, place) => {
    const cell = cells[place]
    return key && cell !== undefined && cell.trim() !== "" ? [[key, cell] as const] : []
  })
  return Object.fromEntries(filled)
}

const SHOWN_HEADINGS = 8

function unknownFile(headings: readonly string[]): string {
  const shown = headings.slice(0, SHOWN_HEADINGS).map((heading) => `“${cut(heading, 30)}”`)
  const more = headings.length > SHOWN_HEADINGS ? " and others" : ""
  const needed = "a column with the email address, and one with the name, the address or the orders"
  return `This is not a customer file of Shopify or WooCommerce, which has ${needed}. Its columns are ${shown.join(", ")}${more}`
}

function refuseSecond(row: ReadCustomer, lines: Map<string, number>): ReadCustomer {
  if ("problem" in row) return row
  const key = row.email.toLowerCase()
  const before = lines.get(key)
  if (before !== undefined) return { ...row, problem: `This is the email address of line ${before} again` }
  lines.set(key, row.line)
  return row
}

async function insertRows(tx: Tx, importId: string, rows: CustomerRow[]): Promise<void> {
  const values = rows.map(({ line, userId, email, name, outcome, fields, before, message }) => ({
    import_id: importId,
    line,
    user_id: userId,
    email,
    name,
    outcome,
    fields: fields && JSON.stringify(fields),
    before: before && JSON.stringify(before),
    message: cut(message, 1_000),
  }))
  await tx.db.insertInto("customer_import_rows").values(values).execute()
}

import { CsvError, parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"
import type { Product } from "../catalog/product"
import { invalid } from "../shop-error"

/**
 * The columns of a product in CSV, under the names of the public JSON. `stockSeen` is the stock at the time of the
 * export: an import applies the difference between the two, so what was sold meanwhile stays sold.
 */
export const csvColumns = ["_id", "name", "category", "price", "stock", "stockSeen", "desc"] as const
export type CsvColumn = (typeof csvColumns)[number]

const MOST_ROWS = 20_000

/** What a row says of a product; the price in cents. */
export type CsvProduct = Pick<Product, "id" | "name" | "category" | "price" | "stock" | "desc">

/** The first line of a file. */
export function csvHeading(): string {
  return stringify([[...csvColumns]], { bom: true, quoted_string: true })
}

/** The lines of products, without a heading. */
export function formatProducts(products: readonly CsvProduct[]): string {
  const rows = products.map(({ id, name, category, price, stock, desc }) => {
    return [id, name, category, (price / 100).toFixed(2), stock, stock, desc].map((value) => guard(String(value)))
  })
  return stringify(rows, { quoted_string: true })
}

export interface CsvRow {
  /** As an editor counts; the heading is line 1. */
  line: number
  /** What is not empty. */
  cells: Partial<Record<CsvColumn, string>>
}

/**
 * The rows of a CSV file; commas, semicolons or tabs between the cells.
 * @throws ShopError `invalid` for field `file` when it is no table of products
 */
export function parseProducts(text: string): CsvRow[] {
  const rows = readRows(text)
  const heading = rows.shift()?.record.map((name) => name.trim())
  if (!heading) throw invalid("This file is empty", "file")
  const unknown = heading.find((name) => !csvColumns.includes(name as CsvColumn))
  if (unknown !== undefined) {
    throw invalid(`There is no column "${unknown.slice(0, 50)}"; known are ${csvColumns.join(", ")}`, "file")
  }
  if (new Set(heading).size < heading.length) throw invalid("A column occurs twice", "file")
  if (rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString("en-US")
    throw invalid(
      `A file may have at most ${most} rows: please import it in parts, such as a category at a time`,
      "file",
    )
  }
  return rows.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(
      record.map((cell, index) => [heading[index], unguard(cell)]).filter(([, cell]) => cell?.trim() !== ""),
    ),
  }))
}

function readRows(text: string): { record: string[]; info: { lines: number } }[] {
  const firstLine = text.split("\n", 1)[0] ?? ""
  const delimiter = [";", "\t"].find((mark) => firstLine.includes(mark)) ?? ","
  try {
    return parse(text, { bom: true, delimiter, info: true, skip_empty_lines: true }) as never
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`This file cannot be read as CSV: ${error.message}`, "file")
    throw error
  }
}

/** A spreadsheet takes what begins like this for a formula and would run it; a quote before it makes it text again. */
const FORMULA = /^'*[=+\-@\t\r]/

function guard(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

function unguard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

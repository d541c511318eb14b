import { CsvError, parse } from "csv-parse/sync"
import { stringify } from "csv-stringify/sync"
import type { Product } from "../catalog/product"
import { escapeFormula, unescapeFormula } from "../csv-cell"
import { centsToText } from "../money"
import { invalid } from "../shop-error"

/**
 * The columns of a product in CSV, under the names of the public JSON. `stockSeen` is the stock at the time of the
 * export: an import applies the difference between the two, so what was sold meanwhile stays sold.
 */
const csvColumns = ["_id", "name", "category", "price", "compareAtPrice", "stock", "stockSeen", "desc"] as const
type CsvColumn = (typeof csvColumns)[number]

const MAX_ROWS = 20_000

/** What a row says of a product; the price in cents. */
export type CsvProduct = Pick<Product, "id" | "name" | "category" | "price" | "compareAtPrice" | "stock" | "desc">

/** The first line of a file. */
export function csvHeader(): string {
  return stringify([[...csvColumns]], { bom: true, quoted_string: true })
}

/** The lines of products, without a heading. */
export function formatProducts(products: readonly CsvProduct[]): string {
  const rows = products.map(({ id, name, category, price, compareAtPrice, stock, desc }) => {
    const comparedAt = compareAtPrice === null ? "" : centsToText(compareAtPrice)
    const cells = [id, name, category, centsToText(price), comparedAt, stock, stock, desc]
    return cells.map((value) => escapeFormula(String(value)))
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
    throw invalid(`There is no column "${unknown.slice(0, 50)}"; the columns are ${csvColumns.join(", ")}`, "file")
  }
  if (new Set(heading).size < heading.length) throw invalid("A column appears twice", "file")
  if (rows.length > MAX_ROWS) {
    const most = MAX_ROWS.toLocaleString("en-US")
    throw invalid(
      `A file may have at most ${most} rows: please import it in parts, such as a category at a time`,
      "file",
    )
  }
  return rows.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(
      record.map((cell, index) => [heading[index], unescapeFormula(cell)]).filter(([, cell]) => cell?.trim() !== ""),
    ),
  }))
}

function readRows(text: string): { record: string[]; info: { lines: number } }[] {
  const firstLine = text.split("\n", 1)[0] ?? ""
  const delimiter = [";", "\t"].find((mark) => firstLine.includes(mark)) ?? ","
  try {
    return parse(text, { bom: true, delimiter, info: true, skip_empty_lines: true }) as never
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`This file cannot be read as CSV: ${describeCsvError(error)}`, "file")
    throw error
  }
}

function describeCsvError({ code, lines }: CsvError): string {
  const where = typeof lines === "number" ? `line ${lines}` : "one of its lines"
  if (code === "CSV_QUOTE_NOT_CLOSED") return `a quotation mark in ${where} is never closed`
  if (/RECORD_INCONSISTENT/.test(code)) return `${where} does not have as many cells as the heading`
  return `please look at ${where}`
}

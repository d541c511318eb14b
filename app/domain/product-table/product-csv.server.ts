import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { CsvError, parse } from "csv-parse"
import { unescapeFormula } from "~/domain/csv/csv-cell"
import { invalid, type ShopError } from "~/domain/shop-error"
import type { CsvRow } from "./group-rows"
import { type CsvColumn, csvColumns } from "./product-columns"

const MAX_ROWS = 100_000

/** Characters; the longest description in every cell is shorter. */
const MAX_ROW_LENGTH = 100_000

/** Characters parsed before other requests get their turn */
const SLICE = 64 * 1024

/** Accepts commas, semicolons or tabs; throws `invalid` for field `file`. */
export async function* readRows(text: string): AsyncGenerator<CsvRow> {
  let count = 0
  let heading: CsvColumn[] | undefined
  for await (const { record, info } of readRecords(text)) {
    if (!heading) heading = readHeading(record)
    else if (count++ === MAX_ROWS) throw tooManyRows()
    else yield { line: info.lines, cells: readCells(heading, record) }
  }
  if (!heading) throw invalid("This file is empty", "file")
}

function readHeading(record: string[]): CsvColumn[] {
  const names = record.map((name) => name.trim())
  const unknown = names.find((name) => !csvColumns.includes(name as CsvColumn))
  if (unknown !== undefined) {
    throw invalid(`There is no column "${unknown.slice(0, 50)}"; the columns are ${csvColumns.join(", ")}`, "file")
  }
  if (new Set(names).size < names.length) throw invalid("A column appears twice", "file")
  return names as CsvColumn[]
}

function readCells(heading: CsvColumn[], record: string[]): CsvRow["cells"] {
  const cells = record.map((cell, index) => [heading[index], unescapeFormula(cell)] as const)
  return Object.fromEntries(cells.filter(([, cell]) => cell.trim() !== ""))
}

function tooManyRows(): ShopError {
  const most = MAX_ROWS.toLocaleString("en-US")
  return invalid(
    `A file may have at most ${most} rows: please import it in parts, such as a category at a time`,
    "file",
  )
}

async function* readRecords(text: string): AsyncGenerator<{ record: string[]; info: { lines: number } }> {
  const firstLine = text.slice(0, MAX_ROW_LENGTH).split("\n", 1)[0] ?? ""
  const delimiter = [";", "\t"].find((mark) => firstLine.includes(mark)) ?? ","
  const options = { bom: true, delimiter, info: true, skip_empty_lines: true, max_record_size: MAX_ROW_LENGTH }
  try {
    yield* Readable.from(slicesOf(text)).pipe(parse(options))
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`This file cannot be read as CSV: ${describeCsvError(error)}`, "file")
    throw error
  }
}

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE) {
    yield text.slice(at, at + SLICE)
    await setImmediate()
  }
}

function describeCsvError({ code, lines }: CsvError): string {
  const where = typeof lines === "number" ? `line ${lines}` : "one of its lines"
  if (code === "CSV_QUOTE_NOT_CLOSED") return `a quotation mark in ${where} is never closed`
  if (code === "CSV_MAX_RECORD_SIZE") return `${where} is too long`
  if (/RECORD_INCONSISTENT/.test(code)) return `${where} does not have as many cells as the heading`
  return `please look at ${where}`
}

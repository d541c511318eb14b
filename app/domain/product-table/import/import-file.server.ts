import { unescapeFormula } from "~/domain/csv/csv-cell"
import type { CsvRecord } from "~/domain/csv/csv-lines"
import { invalid } from "~/domain/shop-error"
import { type CsvRow, groupRows } from "../csv/group-rows"
import type { ImportedProduct } from "../csv/imported-product"
import { type CsvColumn, csvColumns } from "../csv/product-columns"
import { type FileSource, readRecords } from "../csv/product-csv.server"
import { describeMapping, matchHeadings, type SheetFormat, type SheetMapping, type SheetRow } from "../moving-in/sheet"
import { shopify } from "../moving-in/shopify"
import { wooCommerce } from "../moving-in/woocommerce"

interface ImportFile {
  source: string
  mapping: SheetMapping | null
  products: AsyncIterable<ImportedProduct>
}

const formats: readonly SheetFormat[] = [shopify, wooCommerce]

/** Detects the format by the headings. @throws ShopError `invalid` for field `file` */
export async function openImportFile(source: FileSource): Promise<ImportFile> {
  const headings = await readHeadings(source)
  for (const format of formats) {
    const keys = matchHeadings(format, headings)
    if (!keys) continue
    const products = format.read(() => rowsOf(source, keys, (cell) => cell))
    return { source: format.name, mapping: describeMapping(format, headings, keys), products }
  }
  return { source: "Counter", mapping: null, products: groupRows(readOwnRows(source, headings)) }
}

/** @throws ShopError `invalid` for field `file` */
export async function* readOwnRows(source: FileSource, known?: readonly string[]): AsyncGenerator<CsvRow> {
  const headings = known ?? (await readHeadings(source))
  const unknown = headings.find((heading) => !csvColumns.includes(heading as CsvColumn))
  if (unknown !== undefined) {
    throw invalid(`There is no column "${unknown.slice(0, 50)}"; the columns are ${csvColumns.join(", ")}`, "file")
  }
  const twice = headings.find((heading, place) => headings.indexOf(heading) < place)
  if (twice !== undefined) throw invalid(`A column appears twice: please remove one “${twice}”`, "file")
  yield* rowsOf(source, headings as CsvColumn[], unescapeFormula)
}

async function readHeadings(source: FileSource): Promise<string[]> {
  for await (const { cells } of readRecords(source)) return cells.map((heading) => heading.trim())
  throw invalid("This file is empty: please choose another one", "file")
}

async function* rowsOf<Key extends string>(
  source: FileSource,
  keys: readonly (Key | null)[],
  readCell: (cell: string) => string,
): AsyncGenerator<SheetRow<Key>> {
  let isHeading = true
  for await (const record of readRecords(source)) {
    if (!isHeading) yield { line: record.line, cells: cellsOf(record, keys, readCell) }
    isHeading = false
  }
}

function cellsOf<Key extends string>(
  { cells }: CsvRecord,
  keys: readonly (Key | null)[],
  readCell: (cell: string) => string,
): SheetRow<Key>["cells"] {
  const filled = cells.flatMap((cell, place) => {
    const key = keys[place]
    return key && cell.trim() !== "" ? [[key, readCell(cell)] as const] : []
  })
  return Object.fromEntries(filled) as SheetRow<Key>["cells"]
}

import { setImmediate } from "node:timers/promises"
import { invalid, type ShopError } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { CsvParser, type CsvRow, MAX_ROW_LENGTH } from "./csv-parser"
import { otherFile } from "./other-file"
import { encodingName, guessCodePage, type TextEncoding, textDecoder, unicodeOf } from "./text-encoding"

const MAX_ROWS = 100_000
const MAX_COLUMNS = 2_000

/** Bytes read before other requests run */
const SLICE = 64 * 1024

/** Each call reads the file from its beginning. */
export type FileSource = () => AsyncIterable<Uint8Array>

/** A table in a file, with what was found out about its form */
export interface CsvFile {
  /** The encoding's name for people */
  encoding: string
  separator: Separator
  /** The first row, trimmed; columns without a heading are empty. */
  headings: string[]
  /**
   * Reads the other rows from the beginning. Rows of empty cells are skipped; missing cells are empty. Only kept columns
   * have cells, and count for the limit of a row.
   *
   * @throws ShopError `invalid` for field `file`
   */
  rows(keeps?: (place: number) => boolean): AsyncGenerator<CsvRow>
}

const separators = [",", ";", "\t"] as const
export type Separator = (typeof separators)[number]

export const separatorNames: Record<Separator, string> = { ",": "commas", ";": "semicolons", "\t": "tabs" }

/** Detects the encoding and the separator of a file. @throws ShopError `invalid` for field `file` */
export async function openCsv(source: FileSource): Promise<CsvFile> {
  const encoding = await findEncoding(source)
  const form = findForm(await readStart(source, encoding))
  const { separator, headings } = form
  return {
    encoding: encodingName(encoding),
    separator,
    headings,
    rows: (keeps = () => true) => readRows(source, encoding, form, keeps),
  }
}

/** Returns the text of a small file, in any encoding of `openCsv`. @throws ShopError `invalid` for field `file` */
export async function readText(source: FileSource): Promise<string> {
  const encoding = await findEncoding(source)
  let text = ""
  for await (const part of decode(source(), encoding)) text += part
  return text
}

interface Form {
  separator: Separator
  headings: string[]
  /** Lines before the first row that are no part of the table */
  skipped: number
}

async function* readRows(
  source: FileSource,
  encoding: TextEncoding,
  { separator, headings, skipped }: Form,
  keeps: (place: number) => boolean,
): AsyncGenerator<CsvRow> {
  // Cells beyond the heading are kept, because they show that a row has been split in a wrong place.
  const parser = new CsvParser({ separator, keeps: (place) => place >= headings.length || keeps(place) })
  const batches = async function* () {
    for await (const text of decode(source(), encoding)) yield parser.read(text)
    if (parser.openQuote !== null) throw unclosedQuote(parser.openQuote)
    yield parser.end()
  }
  let isHeading = true
  let count = 0
  for await (const rows of batches()) {
    for (const row of rows) {
      if (row.line <= skipped || isBlank(row)) continue
      if (isHeading) {
        isHeading = false
        continue
      }
      if (++count > MAX_ROWS) throw tooManyRows()
      yield fitted(row, headings)
    }
  }
}

const isBlank = ({ cells, problem }: CsvRow) => problem === undefined && cells.every((cell) => cell.trim() === "")

function fitted(row: CsvRow, headings: readonly string[]): CsvRow {
  const extra = row.cells.findLast((cell, place) => place >= headings.length && cell.trim() !== "")
  if (extra === undefined || row.problem !== undefined) return { ...row, cells: row.cells.slice(0, headings.length) }
  const counts = `${row.cells.length} cells, but there are ${headings.length} headings`
  return { ...row, problem: `This row has ${counts}: the last one is “${cut(extra.trim(), 60)}”` }
}

/** Characters that contain the heading, and some rows */
const START = 2 * MAX_ROW_LENGTH

async function readStart(source: FileSource, encoding: TextEncoding): Promise<string> {
  let start = ""
  for await (const text of decode(source(), encoding)) {
    start += text
    if (start.length >= START) break
  }
  return start.slice(0, START)
}

/** Finds the separator that gives the first row most cells. */
function findForm(start: string): Form {
  const stated = statedSeparator(start)
  const rows = (separator: Separator) => {
    const parser = new CsvParser({ separator })
    const found = parser.read(start)
    const all = parser.openQuote === null && start.length < START ? [...found, ...parser.end()] : found
    return { separator, rows: all.filter((row) => row.line > stated.skipped && !isBlank(row)) }
  }
  const tried = (stated.separator ? [stated.separator] : separators).map(rows)
  const cellsOf = (place: number, { rows }: (typeof tried)[number]) => rows[place]?.cells.length ?? 0
  if (start.length < START && /^[\s,;]*$/.test(start))
    throw invalid("This file is empty: please choose another one", "file")
  const [best] = tried.sort((one, other) => cellsOf(0, other) - cellsOf(0, one) || cellsOf(1, other) - cellsOf(1, one))
  const heading = best?.rows[0]
  if (!best || !heading) throw noHeading(start)
  const headings = trimmedHeadings(heading.cells)
  if (heading.problem !== undefined || headings.length > MAX_COLUMNS) {
    throw invalid(`The first row is too long for a heading: a file may have at most ${MAX_COLUMNS} columns`, "file")
  }
  return { separator: best.separator, headings, skipped: stated.skipped }
}

/** Spreadsheet programs accept a first line such as `sep=;`. */
function statedSeparator(start: string): { separator?: Separator; skipped: number } {
  const found = /^"?sep=([,;\t])"?[\r\n]/i.exec(start)
  return found ? { separator: found[1] as Separator, skipped: 1 } : { skipped: 0 }
}

function trimmedHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim())
  return headings.slice(0, headings.findLastIndex((heading) => heading !== "") + 1)
}

function noHeading(start: string): ShopError {
  const parser = new CsvParser({ separator: "," })
  parser.read(start)
  if (parser.openQuote !== null && start.length < START) return unclosedQuote(parser.openQuote)
  return invalid("This file has no heading that can be read: its first row does not end", "file")
}

function unclosedQuote(line: number): ShopError {
  return invalid(`This file cannot be read as CSV: a quotation mark in line ${line} is never closed`, "file")
}

function tooManyRows(): ShopError {
  const most = MAX_ROWS.toLocaleString("en-US")
  const message = `A file may have at most ${most} rows: please import it in parts, such as a category at a time`
  return invalid(message, "file")
}

/** Bytes of parts with signs beyond ASCII from which a code page is guessed */
const SAMPLE = 64 * 1024

/** Reads the whole file, because a single sign may show that it is not in UTF-8. */
async function findEncoding(source: FileSource): Promise<TextEncoding> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const sample: Uint8Array[] = []
  let isUtf8 = true
  const start = await readBytes(source, 4_096)
  const kind = otherFile(start)
  if (kind) throw invalid(kind, "file")
  const unicode = unicodeOf(start)
  if (unicode) return unicode
  for await (const slice of slicesOf(source())) {
    if (isUtf8) isUtf8 = canDecode(decoder, slice)
    if (sample.length * SLICE < SAMPLE && slice.some((byte) => byte > 0x7f)) sample.push(slice)
    if (!isUtf8 && sample.length * SLICE >= SAMPLE) break
  }
  if (isUtf8 && canDecode(decoder)) return "utf-8"
  const codePage = guessCodePage(Buffer.concat(sample).subarray(0, SAMPLE))
  if (codePage) return codePage
  throw invalid("The encoding of this file is unknown: please save it as “CSV UTF-8”", "file")
}

async function readBytes(source: FileSource, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const slice of slicesOf(source())) {
    parts.push(slice)
    length += slice.length
    if (length >= most) break
  }
  return Buffer.concat(parts).subarray(0, most)
}

function canDecode(decoder: TextDecoder, slice?: Uint8Array): boolean {
  try {
    decoder.decode(slice, { stream: slice !== undefined })
    return true
  } catch {
    return false
  }
}

async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<string> {
  const decode = textDecoder(encoding)
  for await (const slice of slicesOf(bytes)) yield decode(slice).replaceAll("\0", "")
  yield decode()
}

async function* slicesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      yield chunk.subarray(at, at + SLICE)
      await setImmediate()
    }
  }
}

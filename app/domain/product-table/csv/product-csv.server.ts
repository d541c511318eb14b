import { pipeline, Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { CsvError, parse } from "csv-parse"
import { CsvLines, type CsvRecord } from "~/domain/csv/csv-lines"
import { invalid, type ShopError } from "~/domain/shop-error"

const MAX_ROWS = 100_000

/** The limit in characters, above the longest description in every cell */
const MAX_ROW_LENGTH = 100_000

/** Bytes parsed before other requests run */
const SLICE = 64 * 1024

/** Each call reads the file from its beginning. */
export type FileSource = () => AsyncIterable<Uint8Array>

/** Accepts commas, semicolons or tabs; throws `invalid` for field `file`. */
export async function* readRecords(source: FileSource): AsyncGenerator<CsvRecord> {
  const { text, delimiter } = await beginText(source())
  const lines = new CsvLines()
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
    on_record: lines.toRecord,
  })
  const counted = async function* () {
    for await (const part of text) {
      const bytes = Buffer.from(part)
      lines.read(bytes)
      yield bytes
    }
  }
  // The parser passes on read errors of the file.
  pipeline(Readable.from(counted()), parser, () => {})
  let count = 0
  try {
    for await (const record of parser as AsyncIterable<CsvRecord>) {
      if (count++ > MAX_ROWS) throw tooManyRows()
      yield record
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw invalid(`This file cannot be read as CSV: ${describeCsvError(error, lines.current)}`, "file")
    throw error
  }
}

/** Detects the separator from the first line. */
async function beginText(bytes: AsyncIterable<Uint8Array>) {
  const slices = decode(bytes)
  let start = ""
  while (start.length < MAX_ROW_LENGTH && !/[\r\n]/.test(start.trimStart())) {
    const next = await slices.next()
    if (next.done) break
    start += next.value
  }
  const firstLine =
    start
      .trimStart()
      .slice(0, MAX_ROW_LENGTH)
      .split(/[\r\n]/, 1)[0] ?? ""
  async function* text() {
    yield start
    yield* slices
  }
  return { text: text(), delimiter: [";", "\t"].find((mark) => firstLine.includes(mark)) ?? "," }
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const read = (slice?: Uint8Array) => {
    try {
      return decoder.decode(slice, { stream: slice !== undefined }).replaceAll("\0", "")
    } catch {
      throw invalid("This file is not in UTF-8; please save it as “CSV UTF-8”", "file")
    }
  }
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      yield read(chunk.subarray(at, at + SLICE))
      await setImmediate()
    }
  }
  yield read()
}

function tooManyRows(): ShopError {
  const most = MAX_ROWS.toLocaleString("en-US")
  return invalid(
    `A file may have at most ${most} rows: please import it in parts, such as a category at a time`,
    "file",
  )
}

function describeCsvError({ code }: CsvError, line: number): string {
  const where = `line ${line}`
  if (code === "CSV_QUOTE_NOT_CLOSED") return `a quotation mark in ${where} is never closed`
  if (code === "CSV_MAX_RECORD_SIZE") return `${where} is too long`
  if (/RECORD_INCONSISTENT/.test(code)) return `${where} does not have as many cells as the heading`
  return `please look at ${where}`
}

import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { stringify } from "csv-stringify"
import type pg from "pg"
import { type CsvValue, csvCell } from "~/domain/csv/csv-cell"
import { type ExportFile, exportQuery } from "./export-files"
import { privateFile } from "./private-file"

type Row = Record<string, CsvValue>

/** Rows that are fetched at once. */
const BATCH = 1_000

/**
 * Writes a file's rows twice, as CSV for spreadsheets and as JSON, an object in each line, for programs. The rows
 * stream: however many there are, a batch of them is in memory. Answers how many there were.
 */
export async function writeTableFile(client: pg.ClientBase, file: ExportFile, folder: string): Promise<number> {
  let rows = 0
  const counted = async function* () {
    for await (const row of fetchRows(client, exportQuery(file))) {
      rows++
      yield row
    }
  }
  const json = createWriteStream(join(folder, `${file.name}.jsonl`), privateFile)
  const writeJsonAside = new Transform({
    objectMode: true,
    transform(row: Row, _encoding, done) {
      const written = json.write(`${JSON.stringify(row)}\n`)
      const cells = Object.keys(file.columns).map((column) => csvCell(row[column]))
      if (written) done(null, cells)
      else json.once("drain", () => done(null, cells))
    },
    flush: (done) => void json.end(done),
  })
  const csv = stringify({ bom: true, header: true, columns: Object.keys(file.columns), quoted_string: true })
  const csvFile = createWriteStream(join(folder, `${file.name}.csv`), privateFile)
  await pipeline(Readable.from(counted()), writeJsonAside, csv, csvFile)
  return rows
}

/** The answer of a query, batch by batch, inside the transaction that the caller has begun. */
async function* fetchRows(client: pg.ClientBase, query: string): AsyncGenerator<Row> {
  await client.query(`declare exported no scroll cursor for ${query}`)
  try {
    while (true) {
      const { rows } = await client.query<Row>(`fetch ${BATCH} from exported`)
      if (rows.length === 0) return
      yield* rows
    }
  } finally {
    await client.query("close exported")
  }
}

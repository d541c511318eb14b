import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { stringify } from "csv-stringify"
import type pg from "pg"
import { escapeFormula } from "~/domain/csv-cell"
import { type ExportFile, exportQuery } from "./export-files"

type Row = Record<string, unknown>

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
  const json = createWriteStream(join(folder, `${file.name}.jsonl`))
  const writeJsonAside = new Transform({
    objectMode: true,
    transform(row: Row, _encoding, done) {
      const written = json.write(`${JSON.stringify(row)}\n`)
      const cells = Object.keys(file.columns).map((column) => cellOf(row[column]))
      if (written) done(null, cells)
      else json.once("drain", () => done(null, cells))
    },
    flush: (done) => void json.end(done),
  })
  const csv = stringify({ bom: true, header: true, columns: Object.keys(file.columns), quoted_string: true })
  await pipeline(Readable.from(counted()), writeJsonAside, csv, createWriteStream(join(folder, `${file.name}.csv`)))
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

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ""
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "number") return String(value)
  return escapeFormula(typeof value === "object" ? JSON.stringify(value) : String(value))
}

import { open, writeFile } from "node:fs/promises"
import { type CsvColumns, csvOf } from "~/domain/csv/csv-table.server"
import type { Days } from "~/domain/days/days"

/** Creates a file readable only by its owner, and follows no link. */
export const PRIVATE_FILE = { flag: "wx", mode: 0o600 }

interface Layout<Row, CsvLine> {
  lineOf: (row: Row) => object | Promise<object>
  csvLines: (row: Row) => CsvLine[]
  days: Days
}

/** Writes CSV and JSON lines in a single read; returns the number of rows. */
export async function writeTable<Row, CsvLine = Row>(
  path: string,
  columns: CsvColumns<CsvLine>,
  batches: AsyncIterable<Row[]>,
  { lineOf, csvLines, days }: Layout<Row, CsvLine>,
): Promise<number> {
  const jsonLines = await open(`${path}.jsonl`, PRIVATE_FILE.flag, PRIVATE_FILE.mode)
  let count = 0
  const alsoAsLines = async function* () {
    for await (const rows of batches) {
      let text = ""
      for (const row of rows) text += `${JSON.stringify(await lineOf(row))}\n`
      await jsonLines.appendFile(text)
      count += rows.length
      yield rows.flatMap(csvLines)
    }
  }
  await writeFile(`${path}.csv`, csvOf(columns, alsoAsLines(), days), PRIVATE_FILE).finally(() => jsonLines.close())
  return count
}

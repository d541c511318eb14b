import { type CsvValue, csvCell } from "./csv-cell"

/** Rows per batch; other requests get their turn in between. */
const BATCH = 1_000

export type CsvColumns<Row> = Record<string, (row: Row) => CsvValue>

/** Holds one batch in memory, in the order of the ids. */
export async function* csvTable<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<string> {
  const batches = async function* () {
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH)
      const found = new Map((await read(some)).map((row) => [row.id, row]))
      yield some.flatMap((id) => found.get(id) ?? [])
    }
  }
  yield* csvOf(columns, batches())
}

export async function* csvOf<Row>(
  columns: CsvColumns<Row>,
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const { stringify } = await import("csv-stringify/sync")
  yield stringify([Object.keys(columns)], { bom: true, quoted_string: true })
  for await (const rows of batches) {
    const cells = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row))))
    yield stringify(cells, { quoted_string: true })
  }
}

import type { Days } from "~/domain/days/days"
import { type CsvValue, csvCell } from "./csv-cell"

/** Rows per batch; other requests run in between. */
const BATCH = 1_000

export type CsvColumns<Row> = Record<string, (row: Row) => CsvValue>

/** Holds one batch in memory, in the order of the ids. */
export async function* csvTable<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
  days: Pick<Days, "isoOf">,
): AsyncGenerator<string> {
  const batches = async function* () {
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH)
      const found = new Map((await read(some)).map((row) => [row.id, row]))
      yield some.flatMap((id) => found.get(id) ?? [])
    }
  }
  yield* csvOf(columns, batches(), days)
}

/** For tables without times, which need no time zone */
const withoutMoments: Pick<Days, "isoOf"> = {
  isoOf() {
    throw new Error("A table with moments needs the days of a zone")
  },
}

export async function* csvOf<Row>(
  columns: CsvColumns<Row>,
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  days: Pick<Days, "isoOf"> = withoutMoments,
): AsyncGenerator<string> {
  const { stringify } = await import("csv-stringify/sync")
  yield stringify([Object.keys(columns)], { bom: true, quoted_string: true })
  for await (const rows of batches) {
    const cells = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row), days)))
    yield stringify(cells, { quoted_string: true })
  }
}

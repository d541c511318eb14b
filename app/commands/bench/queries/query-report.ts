import { figure, markdownTable } from "../figures"

/** Median milliseconds of rows and exact count: nothing cached, the count cached, the page cached */
export interface ListMeasurement {
  name: string
  matches: number
  uncached: number
  counted: number
  repeated: number
}

/** Milliseconds with nothing cached, by number of products */
const coldLimits = new Map([
  [10_000, 3],
  [100_000, 20],
  [1_000_000, 120],
])
/** Milliseconds with a cached count, at any size */
const WARM_LIMIT = 3

export function queryReport(results: ReadonlyMap<number, ListMeasurement[]>): string {
  const sizes = [...results]
  const header = ["query", ...sizes.map(([size]) => `${size.toLocaleString("en-US")} products`)]
  const rows = sizes[0]?.[1].map(({ name }, row) => [
    name,
    ...sizes.map(([size, measured]) => cell(measured[row], coldLimits.get(size))),
  ])
  return markdownTable(header, rows ?? [])
}

function cell(measured: ListMeasurement | undefined, limit = Number.POSITIVE_INFINITY): string {
  if (!measured) return "–"
  const { uncached, counted, repeated, matches } = measured
  return `${marked(uncached, limit)} / ${marked(counted, WARM_LIMIT)} / ${marked(repeated, WARM_LIMIT)} (${matches.toLocaleString("en-US")})`
}

function marked(milliseconds: number, limit: number): string {
  return milliseconds > limit ? `**${figure(milliseconds)}**` : figure(milliseconds)
}

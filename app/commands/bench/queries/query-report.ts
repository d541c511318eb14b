import { markdownTable } from "../figures"

/** Median milliseconds of rows and exact count: nothing cached, the count cached, the page cached */
export interface QueryMeasurement {
  name: string
  matches: number
  uncached: number
  counted: number
  repeated: number
}

export interface ListsMeasurement {
  products: number
  /** Whether each product has three */
  variants: boolean
  queries: QueryMeasurement[]
}

/** Milliseconds with nothing cached, by number of products */
const coldLimits = new Map([
  [10_000, 3],
  [100_000, 20],
  [1_000_000, 120],
])
/** Milliseconds with a cached count, at any size */
const WARM_LIMIT = 3

export function queryReport(lists: readonly ListsMeasurement[]): string {
  const rows = lists[0]?.queries.map(({ name }, row) => {
    const cells = lists.map(({ products, variants, queries }) => {
      const column = `${products.toLocaleString("en-US")} products${variants ? ", three variants each" : ""}`
      return [column, cell(queries[row] as QueryMeasurement, coldLimits.get(products))]
    })
    return { query: name, ...Object.fromEntries(cells) }
  })
  return markdownTable(rows ?? [])
}

function cell({ uncached, counted, repeated, matches }: QueryMeasurement, limit = Number.POSITIVE_INFINITY): string {
  const times = [marked(uncached, limit), marked(counted, WARM_LIMIT), marked(repeated, WARM_LIMIT)]
  return `${times.join(" / ")} (${matches.toLocaleString("en-US")})`
}

function marked(time: number, limit: number): string {
  const milliseconds = time.toFixed(time < 10 ? 1 : 0)
  return time > limit ? `**${milliseconds}**` : milliseconds
}
